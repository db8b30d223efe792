from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="ReplayRange")


@_attrs_define
class ReplayRange:
    """The time in which the deliveries were given up

    Example:
        {'since': '2026-01-15T10:30:00.000Z'}

    Attributes:
        since (datetime.datetime): Given up at this time or later
        until (datetime.datetime | Unset): Given up before this time; now when absent
    """

    since: datetime.datetime
    until: datetime.datetime | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        since = self.since.isoformat()

        until: str | Unset = UNSET
        if not isinstance(self.until, Unset):
            until = self.until.isoformat()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "since": since,
            }
        )
        if until is not UNSET:
            field_dict["until"] = until

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        since = datetime.datetime.fromisoformat(d.pop("since").replace("Z", "+00:00"))

        _until = d.pop("until", UNSET)
        until: datetime.datetime | Unset
        if isinstance(_until, Unset):
            until = UNSET
        else:
            until = datetime.datetime.fromisoformat(_until.replace("Z", "+00:00"))

        replay_range = cls(
            since=since,
            until=until,
        )

        return replay_range
