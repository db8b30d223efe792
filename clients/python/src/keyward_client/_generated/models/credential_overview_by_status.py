from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="CredentialOverviewByStatus")


@_attrs_define
class CredentialOverviewByStatus:
    """How many have each status

    Attributes:
        active (int):
        expired (int):
        revoked (int):
        suspended (int):
    """

    active: int
    expired: int
    revoked: int
    suspended: int

    def to_dict(self) -> dict[str, Any]:
        active = self.active

        expired = self.expired

        revoked = self.revoked

        suspended = self.suspended

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "ACTIVE": active,
                "EXPIRED": expired,
                "REVOKED": revoked,
                "SUSPENDED": suspended,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        active = d.pop("ACTIVE")

        expired = d.pop("EXPIRED")

        revoked = d.pop("REVOKED")

        suspended = d.pop("SUSPENDED")

        credential_overview_by_status = cls(
            active=active,
            expired=expired,
            revoked=revoked,
            suspended=suspended,
        )

        return credential_overview_by_status
