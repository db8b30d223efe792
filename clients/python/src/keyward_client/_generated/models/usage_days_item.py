from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="UsageDaysItem")


@_attrs_define
class UsageDaysItem:
    """
    Attributes:
        date (datetime.date):
        total (int):
        verify (int): Uses that other services verified
        api (int): Calls to this API
    """

    date: datetime.date
    total: int
    verify: int
    api: int

    def to_dict(self) -> dict[str, Any]:
        date = self.date.isoformat()

        total = self.total

        verify = self.verify

        api = self.api

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "date": date,
                "total": total,
                "verify": verify,
                "api": api,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        date = datetime.date.fromisoformat(d.pop("date"))

        total = d.pop("total")

        verify = d.pop("verify")

        api = d.pop("api")

        usage_days_item = cls(
            date=date,
            total=total,
            verify=verify,
            api=api,
        )

        return usage_days_item
