from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.policy_day import PolicyDay

T = TypeVar("T", bound="AccessSchedule")


@_attrs_define
class AccessSchedule:
    """Hours on some days of each week. If `to` is before `from`, they end on the next day

    Example:
        {'timezone': 'Europe/Berlin', 'days': ['MON', 'TUE', 'WED', 'THU', 'FRI'], 'from': '08:00', 'to': '18:00'}

    Attributes:
        timezone (str): A time zone of the IANA database
        days (list[PolicyDay]):
        from_ (str):
        to (str): The first minute outside
    """

    timezone: str
    days: list[PolicyDay]
    from_: str
    to: str

    def to_dict(self) -> dict[str, Any]:
        timezone = self.timezone

        days = self.days

        from_ = self.from_

        to = self.to

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "timezone": timezone,
                "days": days,
                "from": from_,
                "to": to,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        timezone = d.pop("timezone")

        days = cast(list[PolicyDay], d.pop("days"))

        from_ = d.pop("from")

        to = d.pop("to")

        access_schedule = cls(
            timezone=timezone,
            days=days,
            from_=from_,
            to=to,
        )

        return access_schedule
