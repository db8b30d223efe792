from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.access_day import AccessDay


T = TypeVar("T", bound="AccessStats")


@_attrs_define
class AccessStats:
    """Decisions by day

    Example:
        {'days': [{'day': '2026-01-15', 'allowed': 120, 'blocked': 3, 'asked': 14, 'reported': 0}]}

    Attributes:
        days (list[AccessDay]):
    """

    days: list[AccessDay]

    def to_dict(self) -> dict[str, Any]:
        days = []
        for days_item_data in self.days:
            days_item = days_item_data.to_dict()

            days.append(days_item)

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "days": days,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.access_day import AccessDay  # noqa: PLC0415

        d = dict(src_dict)
        days = []
        _days = d.pop("days")
        for days_item_data in _days:
            days_item = AccessDay.from_dict(days_item_data)

            days.append(days_item)

        access_stats = cls(
            days=days,
        )

        return access_stats
