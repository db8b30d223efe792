from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.access_backtest_counts import AccessBacktestCounts


T = TypeVar("T", bound="AccessBacktestDay")


@_attrs_define
class AccessBacktestDay:
    """What the draft would have decided on a day, in UTC

    Example:
        {'day': '2026-01-15', 'users': {'judged': 120, 'allowed': 0, 'blocked': 3, 'asked': 0, 'changed': 3},
            'machines': {'judged': 0, 'allowed': 0, 'blocked': 0, 'asked': 0, 'changed': 0}}

    Attributes:
        day (datetime.date):
        users (AccessBacktestCounts): Attempts of a day. All but the first count what the draft would have decided
            Example: {'judged': 120, 'allowed': 0, 'blocked': 3, 'asked': 0, 'changed': 3}.
        machines (AccessBacktestCounts): Attempts of a day. All but the first count what the draft would have decided
            Example: {'judged': 120, 'allowed': 0, 'blocked': 3, 'asked': 0, 'changed': 3}.
    """

    day: datetime.date
    users: AccessBacktestCounts
    machines: AccessBacktestCounts

    def to_dict(self) -> dict[str, Any]:
        day = self.day.isoformat()

        users = self.users.to_dict()

        machines = self.machines.to_dict()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "day": day,
                "users": users,
                "machines": machines,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.access_backtest_counts import AccessBacktestCounts  # noqa: PLC0415

        d = dict(src_dict)
        day = datetime.date.fromisoformat(d.pop("day"))

        users = AccessBacktestCounts.from_dict(d.pop("users"))

        machines = AccessBacktestCounts.from_dict(d.pop("machines"))

        access_backtest_day = cls(
            day=day,
            users=users,
            machines=machines,
        )

        return access_backtest_day
