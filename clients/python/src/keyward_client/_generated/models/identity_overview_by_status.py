from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="IdentityOverviewByStatus")


@_attrs_define
class IdentityOverviewByStatus:
    """How many have each status

    Attributes:
        active (int):
        suspended (int):
        revoked (int):
    """

    active: int
    suspended: int
    revoked: int

    def to_dict(self) -> dict[str, Any]:
        active = self.active

        suspended = self.suspended

        revoked = self.revoked

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "ACTIVE": active,
                "SUSPENDED": suspended,
                "REVOKED": revoked,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        active = d.pop("ACTIVE")

        suspended = d.pop("SUSPENDED")

        revoked = d.pop("REVOKED")

        identity_overview_by_status = cls(
            active=active,
            suspended=suspended,
            revoked=revoked,
        )

        return identity_overview_by_status
