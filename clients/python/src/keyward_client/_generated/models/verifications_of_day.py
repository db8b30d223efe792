from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="VerificationsOfDay")


@_attrs_define
class VerificationsOfDay:
    """Verifications of a day

    Example:
        {'date': '2026-01-15', 'allowed': 20411, 'denied': 37}

    Attributes:
        date (datetime.date):
        allowed (int): Those that found a valid secret and counted its use
        denied (int): Those with another code than `VALID`
    """

    date: datetime.date
    allowed: int
    denied: int

    def to_dict(self) -> dict[str, Any]:
        date = self.date.isoformat()

        allowed = self.allowed

        denied = self.denied

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "date": date,
                "allowed": allowed,
                "denied": denied,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        date = datetime.date.fromisoformat(d.pop("date"))

        allowed = d.pop("allowed")

        denied = d.pop("denied")

        verifications_of_day = cls(
            date=date,
            allowed=allowed,
            denied=denied,
        )

        return verifications_of_day
