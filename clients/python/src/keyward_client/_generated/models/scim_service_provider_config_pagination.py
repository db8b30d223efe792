from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="ScimServiceProviderConfigPagination")


@_attrs_define
class ScimServiceProviderConfigPagination:
    """
    Attributes:
        cursor (bool):
        index (bool):
        default_pagination_method (str | Unset):
        default_page_size (int | Unset):
        max_page_size (int | Unset):
        cursor_timeout (int | Unset): In seconds
    """

    cursor: bool
    index: bool
    default_pagination_method: str | Unset = UNSET
    default_page_size: int | Unset = UNSET
    max_page_size: int | Unset = UNSET
    cursor_timeout: int | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        cursor = self.cursor

        index = self.index

        default_pagination_method = self.default_pagination_method

        default_page_size = self.default_page_size

        max_page_size = self.max_page_size

        cursor_timeout = self.cursor_timeout

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "cursor": cursor,
                "index": index,
            }
        )
        if default_pagination_method is not UNSET:
            field_dict["defaultPaginationMethod"] = default_pagination_method
        if default_page_size is not UNSET:
            field_dict["defaultPageSize"] = default_page_size
        if max_page_size is not UNSET:
            field_dict["maxPageSize"] = max_page_size
        if cursor_timeout is not UNSET:
            field_dict["cursorTimeout"] = cursor_timeout

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        cursor = d.pop("cursor")

        index = d.pop("index")

        default_pagination_method = d.pop("defaultPaginationMethod", UNSET)

        default_page_size = d.pop("defaultPageSize", UNSET)

        max_page_size = d.pop("maxPageSize", UNSET)

        cursor_timeout = d.pop("cursorTimeout", UNSET)

        scim_service_provider_config_pagination = cls(
            cursor=cursor,
            index=index,
            default_pagination_method=default_pagination_method,
            default_page_size=default_page_size,
            max_page_size=max_page_size,
            cursor_timeout=cursor_timeout,
        )

        return scim_service_provider_config_pagination
