from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="AccessDay")


@_attrs_define
class AccessDay:
    """What was decided on a day, in UTC

    Example:
        {'day': '2026-01-15', 'allowed': 120, 'blocked': 3, 'asked': 14, 'reported': 0}

    Attributes:
        day (datetime.date):
        allowed (int):
        blocked (int):
        asked (int): How often `REQUIRE` decided
        reported (int): How often `REPORT_ONLY` would have decided
    """

    day: datetime.date
    allowed: int
    blocked: int
    asked: int
    reported: int

    def to_dict(self) -> dict[str, Any]:
        day = self.day.isoformat()

        allowed = self.allowed

        blocked = self.blocked

        asked = self.asked

        reported = self.reported

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "day": day,
                "allowed": allowed,
                "blocked": blocked,
                "asked": asked,
                "reported": reported,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        day = datetime.date.fromisoformat(d.pop("day"))

        allowed = d.pop("allowed")

        blocked = d.pop("blocked")

        asked = d.pop("asked")

        reported = d.pop("reported")

        access_day = cls(
            day=day,
            allowed=allowed,
            blocked=blocked,
            asked=asked,
            reported=reported,
        )

        return access_day
