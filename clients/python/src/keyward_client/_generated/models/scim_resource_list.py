from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="ScimResourceList")


@_attrs_define
class ScimResourceList:
    """A page of users and groups

    Example:
        {'schemas': ['urn:ietf:params:scim:api:messages:2.0:ListResponse'], 'totalResults': 0, 'startIndex': 1,
            'itemsPerPage': 0, 'Resources': []}

    Attributes:
        schemas (list[str]): The schemas of what is shown, by their URNs
        total_results (int): Items that match
        start_index (int | Unset): The place of the first item, from 1
        items_per_page (int | Unset): Items of this answer
        next_cursor (str | Unset): The `cursor` of the page that follows, if one does
        previous_cursor (str | Unset): The `cursor` of the page before, if there is one
        resources (list[Any] | Unset):
    """

    schemas: list[str]
    total_results: int
    start_index: int | Unset = UNSET
    items_per_page: int | Unset = UNSET
    next_cursor: str | Unset = UNSET
    previous_cursor: str | Unset = UNSET
    resources: list[Any] | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        schemas = self.schemas

        total_results = self.total_results

        start_index = self.start_index

        items_per_page = self.items_per_page

        next_cursor = self.next_cursor

        previous_cursor = self.previous_cursor

        resources: list[Any] | Unset = UNSET
        if not isinstance(self.resources, Unset):
            resources = self.resources

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "schemas": schemas,
                "totalResults": total_results,
            }
        )
        if start_index is not UNSET:
            field_dict["startIndex"] = start_index
        if items_per_page is not UNSET:
            field_dict["itemsPerPage"] = items_per_page
        if next_cursor is not UNSET:
            field_dict["nextCursor"] = next_cursor
        if previous_cursor is not UNSET:
            field_dict["previousCursor"] = previous_cursor
        if resources is not UNSET:
            field_dict["Resources"] = resources

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        schemas = cast(list[str], d.pop("schemas"))

        total_results = d.pop("totalResults")

        start_index = d.pop("startIndex", UNSET)

        items_per_page = d.pop("itemsPerPage", UNSET)

        next_cursor = d.pop("nextCursor", UNSET)

        previous_cursor = d.pop("previousCursor", UNSET)

        resources = cast(list[Any], d.pop("Resources", UNSET))

        scim_resource_list = cls(
            schemas=schemas,
            total_results=total_results,
            start_index=start_index,
            items_per_page=items_per_page,
            next_cursor=next_cursor,
            previous_cursor=previous_cursor,
            resources=resources,
        )

        return scim_resource_list
