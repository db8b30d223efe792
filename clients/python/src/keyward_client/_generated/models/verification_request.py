from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.verification_request_context import VerificationRequestContext


T = TypeVar("T", bound="VerificationRequest")


@_attrs_define
class VerificationRequest:
    """A presented secret, and the requirements that it must meet

    Example:
        {'credential': 'kd_live_EXAMPLE0000000000000000000000000000000000002OaE2T', 'scopes': ['secrets.read']}

    Attributes:
        credential (str): The secret as it was presented
        consume (bool | Unset): Count this as a use; false only looks
        scopes (list[str] | Unset): Scopes the credential must carry, all of them
        ip_address (str | Unset): Where the secret was presented from; needed where `allowedIps` are set
        context (VerificationRequestContext | Unset): What your service knows about the use, up to 10 KB as JSON. It is
            not stored. Policies of conditional access know `application`, a text of up to 248 characters, as
            `context:<application>`. Nothing else in it changes the verdict Example: {'resource': 'invoices/17', 'action':
            'read'}.
    """

    credential: str
    consume: bool | Unset = UNSET
    scopes: list[str] | Unset = UNSET
    ip_address: str | Unset = UNSET
    context: VerificationRequestContext | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        credential = self.credential

        consume = self.consume

        scopes: list[str] | Unset = UNSET
        if not isinstance(self.scopes, Unset):
            scopes = self.scopes

        ip_address: str | Unset
        if isinstance(self.ip_address, Unset):
            ip_address = UNSET
        else:
            ip_address = self.ip_address

        context = self.context

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "credential": credential,
            }
        )
        if consume is not UNSET:
            field_dict["consume"] = consume
        if scopes is not UNSET:
            field_dict["scopes"] = scopes
        if ip_address is not UNSET:
            field_dict["ipAddress"] = ip_address
        if context is not UNSET:
            field_dict["context"] = context

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        credential = d.pop("credential")

        consume = d.pop("consume", UNSET)

        scopes = cast(list[str], d.pop("scopes", UNSET))

        def _parse_ip_address(data: object) -> str | Unset:
            return cast(str | Unset, data)

        ip_address = _parse_ip_address(d.pop("ipAddress", UNSET))

        context = d.pop("context", UNSET)

        verification_request = cls(
            credential=credential,
            consume=consume,
            scopes=scopes,
            ip_address=ip_address,
            context=context,
        )

        return verification_request
