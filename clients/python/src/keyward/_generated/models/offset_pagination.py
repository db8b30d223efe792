from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="OffsetPagination")


@_attrs_define
class OffsetPagination:
    """Where this page stands in the whole list, by offset

    Example:
        {'limit': 20, 'offset': 0, 'total': 1, 'hasMore': False}

    Attributes:
        limit (int):
        offset (int):
        total (int): Items that match the filters
        has_more (bool): Whether items follow this page
        next_cursor (str | Unset): The `cursor` of the next page, in lists that take one; absent on the last page
    """

    limit: int
    offset: int
    total: int
    has_more: bool
    next_cursor: str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        limit = self.limit

        offset = self.offset

        total = self.total

        has_more = self.has_more

        next_cursor = self.next_cursor

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "limit": limit,
                "offset": offset,
                "total": total,
                "hasMore": has_more,
            }
        )
        if next_cursor is not UNSET:
            field_dict["nextCursor"] = next_cursor

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        limit = d.pop("limit")

        offset = d.pop("offset")

        total = d.pop("total")

        has_more = d.pop("hasMore")

        next_cursor = d.pop("nextCursor", UNSET)

        offset_pagination = cls(
            limit=limit,
            offset=offset,
            total=total,
            has_more=has_more,
            next_cursor=next_cursor,
        )

        return offset_pagination
