from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

T = TypeVar("T", bound="FactorPasskeys")


@_attrs_define
class FactorPasskeys:
    """How many passkeys a user has

    Example:
        {'count': 2, 'lastUsedAt': '2026-02-01T08:00:00.000Z'}

    Attributes:
        count (int):
        last_used_at (datetime.datetime | None): When one of them was last used; null if never
    """

    count: int
    last_used_at: datetime.datetime | None

    def to_dict(self) -> dict[str, Any]:
        count = self.count

        last_used_at: None | str
        if isinstance(self.last_used_at, datetime.datetime):
            last_used_at = self.last_used_at.isoformat()
        else:
            last_used_at = self.last_used_at

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "count": count,
                "lastUsedAt": last_used_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        count = d.pop("count")

        def _parse_last_used_at(data: object) -> datetime.datetime | None:
            try:
                if not isinstance(data, str):
                    raise TypeError
                last_used_at_type_0 = datetime.datetime.fromisoformat(data.replace("Z", "+00:00"))

                return last_used_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        last_used_at = _parse_last_used_at(d.pop("lastUsedAt"))

        factor_passkeys = cls(
            count=count,
            last_used_at=last_used_at,
        )

        return factor_passkeys
