from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="PagePagination")


@_attrs_define
class PagePagination:
    """Where this page stands in the whole list, by page number

    Example:
        {'page': 1, 'limit': 20, 'total': 1, 'totalPages': 1, 'hasMore': False}

    Attributes:
        page (int):
        limit (int):
        total (int): Items that match the filters
        total_pages (int):
        has_more (bool): Whether pages follow this one
        next_cursor (str | Unset): The `cursor` of the next page, in lists that take one; absent on the last page
    """

    page: int
    limit: int
    total: int
    total_pages: int
    has_more: bool
    next_cursor: str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        page = self.page

        limit = self.limit

        total = self.total

        total_pages = self.total_pages

        has_more = self.has_more

        next_cursor = self.next_cursor

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "page": page,
                "limit": limit,
                "total": total,
                "totalPages": total_pages,
                "hasMore": has_more,
            }
        )
        if next_cursor is not UNSET:
            field_dict["nextCursor"] = next_cursor

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        page = d.pop("page")

        limit = d.pop("limit")

        total = d.pop("total")

        total_pages = d.pop("totalPages")

        has_more = d.pop("hasMore")

        next_cursor = d.pop("nextCursor", UNSET)

        page_pagination = cls(
            page=page,
            limit=limit,
            total=total,
            total_pages=total_pages,
            has_more=has_more,
            next_cursor=next_cursor,
        )

        return page_pagination
