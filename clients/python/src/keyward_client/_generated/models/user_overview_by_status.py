from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="UserOverviewByStatus")


@_attrs_define
class UserOverviewByStatus:
    """How many have each status

    Attributes:
        invited (int):
        active (int):
        suspended (int):
        deprovisioned (int):
    """

    invited: int
    active: int
    suspended: int
    deprovisioned: int

    def to_dict(self) -> dict[str, Any]:
        invited = self.invited

        active = self.active

        suspended = self.suspended

        deprovisioned = self.deprovisioned

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "INVITED": invited,
                "ACTIVE": active,
                "SUSPENDED": suspended,
                "DEPROVISIONED": deprovisioned,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        invited = d.pop("INVITED")

        active = d.pop("ACTIVE")

        suspended = d.pop("SUSPENDED")

        deprovisioned = d.pop("DEPROVISIONED")

        user_overview_by_status = cls(
            invited=invited,
            active=active,
            suspended=suspended,
            deprovisioned=deprovisioned,
        )

        return user_overview_by_status
