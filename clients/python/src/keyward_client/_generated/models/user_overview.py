from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.user_overview_by_status import UserOverviewByStatus


T = TypeVar("T", bound="UserOverview")


@_attrs_define
class UserOverview:
    """Users by their status now

    Example:
        {'byStatus': {'INVITED': 2, 'ACTIVE': 31, 'SUSPENDED': 0, 'DEPROVISIONED': 5}, 'isCapped': False}

    Attributes:
        by_status (UserOverviewByStatus): How many have each status
        is_capped (bool): Whether there are more than were counted. Each number is then the least that there are
    """

    by_status: UserOverviewByStatus
    is_capped: bool

    def to_dict(self) -> dict[str, Any]:
        by_status = self.by_status.to_dict()

        is_capped = self.is_capped

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "byStatus": by_status,
                "isCapped": is_capped,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.user_overview_by_status import UserOverviewByStatus  # noqa: PLC0415

        d = dict(src_dict)
        by_status = UserOverviewByStatus.from_dict(d.pop("byStatus"))

        is_capped = d.pop("isCapped")

        user_overview = cls(
            by_status=by_status,
            is_capped=is_capped,
        )

        return user_overview
