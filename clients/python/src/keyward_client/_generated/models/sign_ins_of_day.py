from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="SignInsOfDay")


@_attrs_define
class SignInsOfDay:
    """Sign-ins of a day

    Example:
        {'date': '2026-01-15', 'succeeded': 52, 'failed': 3}

    Attributes:
        date (datetime.date):
        succeeded (int):
        failed (int): Attempts that failed
    """

    date: datetime.date
    succeeded: int
    failed: int

    def to_dict(self) -> dict[str, Any]:
        date = self.date.isoformat()

        succeeded = self.succeeded

        failed = self.failed

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "date": date,
                "succeeded": succeeded,
                "failed": failed,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        date = datetime.date.fromisoformat(d.pop("date"))

        succeeded = d.pop("succeeded")

        failed = d.pop("failed")

        sign_ins_of_day = cls(
            date=date,
            succeeded=succeeded,
            failed=failed,
        )

        return sign_ins_of_day
