from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

T = TypeVar("T", bound="UsageAddressesItem")


@_attrs_define
class UsageAddressesItem:
    """
    Attributes:
        address (None | str): Null where a verification named none
        total (int):
        verify (int):
        api (int):
        first_day (datetime.date): The first day of the window with a use from there
        last_day (datetime.date): The last such day
    """

    address: None | str
    total: int
    verify: int
    api: int
    first_day: datetime.date
    last_day: datetime.date

    def to_dict(self) -> dict[str, Any]:
        address: None | str
        address = self.address

        total = self.total

        verify = self.verify

        api = self.api

        first_day = self.first_day.isoformat()

        last_day = self.last_day.isoformat()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "address": address,
                "total": total,
                "verify": verify,
                "api": api,
                "firstDay": first_day,
                "lastDay": last_day,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_address(data: object) -> None | str:
            return cast(None | str, data)

        address = _parse_address(d.pop("address"))

        total = d.pop("total")

        verify = d.pop("verify")

        api = d.pop("api")

        first_day = datetime.date.fromisoformat(d.pop("firstDay"))

        last_day = datetime.date.fromisoformat(d.pop("lastDay"))

        usage_addresses_item = cls(
            address=address,
            total=total,
            verify=verify,
            api=api,
            first_day=first_day,
            last_day=last_day,
        )

        return usage_addresses_item
