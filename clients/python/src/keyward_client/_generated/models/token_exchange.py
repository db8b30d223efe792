from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="TokenExchange")


@_attrs_define
class TokenExchange:
    """A token of another issuer, and the identity that it stands for

    Example:
        {'orgId': 'org_01kahz5v3be4nr7q2m8x9c0d1e', 'identityId': 'idn_01kahz5v3be4nr7q2m8x9c0d1e', 'token':
            'eyJhbGciOiJSUzI1NiIsImtpZCI6IjEifQ.eyJFWEFNUExFIjoxfQ.RVhBTVBMRQ', 'scopes': ['secrets.read']}

    Attributes:
        org_id (str): The tenant of the identity
        identity_id (str): The identity that the credential will belong to
        token (str): A signed JSON Web Token (RFC 7519) in compact form
        scopes (list[str] | Unset): Permissions Example: ['secrets.read'].
        duration (str | Unset): How long it lives, in seconds, minutes or hours; from 1s to 1h
    """

    org_id: str
    identity_id: str
    token: str
    scopes: list[str] | Unset = UNSET
    duration: str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        org_id = self.org_id

        identity_id = self.identity_id

        token = self.token

        scopes: list[str] | Unset = UNSET
        if not isinstance(self.scopes, Unset):
            scopes = self.scopes

        duration = self.duration

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "orgId": org_id,
                "identityId": identity_id,
                "token": token,
            }
        )
        if scopes is not UNSET:
            field_dict["scopes"] = scopes
        if duration is not UNSET:
            field_dict["duration"] = duration

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        org_id = d.pop("orgId")

        identity_id = d.pop("identityId")

        token = d.pop("token")

        scopes = cast(list[str], d.pop("scopes", UNSET))

        duration = d.pop("duration", UNSET)

        token_exchange = cls(
            org_id=org_id,
            identity_id=identity_id,
            token=token,
            scopes=scopes,
            duration=duration,
        )

        return token_exchange
