from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.email_standing import EmailStanding

T = TypeVar("T", bound="PreviewEmail")


@_attrs_define
class PreviewEmail:
    """The address of the account

    Example:
        {'address': 'ada@acme.example', 'standing': 'NOT_VOUCHED', 'isVouchedFor': False, 'isDomainVerified': True}

    Attributes:
        address (None | str):
        standing (EmailStanding | str): Whether the identity provider vouches for the address, and why. `VERIFIED`:
            `email_verified` is true. `TRUSTED`: it is absent, and `trustEmail` is true. These two count. `NOT_VERIFIED`:
            `email_verified` is not true. `NOT_VOUCHED`: it is absent. `NOT_OWNED`: `xms_edov` of Entra ID is not true.
            `NOT_HOSTED`: `hd` of Google is not the domain of the address. `NO_ADDRESS`: there is no address of ASCII
            characters
        is_vouched_for (bool): Whether the address counts
        is_domain_verified (bool): Whether its domain is a verified domain of this connection
    """

    address: None | str
    standing: EmailStanding | str
    is_vouched_for: bool
    is_domain_verified: bool

    def to_dict(self) -> dict[str, Any]:
        address: None | str
        address = self.address

        standing: str
        standing = self.standing

        is_vouched_for = self.is_vouched_for

        is_domain_verified = self.is_domain_verified

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "address": address,
                "standing": standing,
                "isVouchedFor": is_vouched_for,
                "isDomainVerified": is_domain_verified,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_address(data: object) -> None | str:
            return cast(None | str, data)

        address = _parse_address(d.pop("address"))

        def _parse_standing(data: object) -> EmailStanding | str:
            return cast(EmailStanding | str, data)

        standing = _parse_standing(d.pop("standing"))

        is_vouched_for = d.pop("isVouchedFor")

        is_domain_verified = d.pop("isDomainVerified")

        preview_email = cls(
            address=address,
            standing=standing,
            is_vouched_for=is_vouched_for,
            is_domain_verified=is_domain_verified,
        )

        return preview_email
