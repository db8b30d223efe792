from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="ConfigurationExportPagination")


@_attrs_define
class ConfigurationExportPagination:
    """
    Attributes:
        limit (int):
        has_more (bool): Whether objects follow this page
        next_cursor (str | Unset): The `cursor` of the next page; absent on the last page
    """

    limit: int
    has_more: bool
    next_cursor: str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        limit = self.limit

        has_more = self.has_more

        next_cursor = self.next_cursor

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "limit": limit,
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

        has_more = d.pop("hasMore")

        next_cursor = d.pop("nextCursor", UNSET)

        configuration_export_pagination = cls(
            limit=limit,
            has_more=has_more,
            next_cursor=next_cursor,
        )

        return configuration_export_pagination
