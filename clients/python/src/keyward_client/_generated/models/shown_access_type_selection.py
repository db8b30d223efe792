from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.identity_type import IdentityType

T = TypeVar("T", bound="ShownAccessTypeSelection")


@_attrs_define
class ShownAccessTypeSelection:
    """The included types of identities, or all if `include` is empty, and the exempt ones

    Example:
        {'include': ['CI_CD'], 'exclude': []}

    Attributes:
        include (list[IdentityType | str]):
        exclude (list[IdentityType | str]):
    """

    include: list[IdentityType | str]
    exclude: list[IdentityType | str]

    def to_dict(self) -> dict[str, Any]:
        include = []
        for include_item_data in self.include:
            include_item: str
            include_item = include_item_data
            include.append(include_item)

        exclude = []
        for exclude_item_data in self.exclude:
            exclude_item: str
            exclude_item = exclude_item_data
            exclude.append(exclude_item)

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "include": include,
                "exclude": exclude,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        include = []
        _include = d.pop("include")
        for include_item_data in _include:

            def _parse_include_item(data: object) -> IdentityType | str:
                return cast(IdentityType | str, data)

            include_item = _parse_include_item(include_item_data)

            include.append(include_item)

        exclude = []
        _exclude = d.pop("exclude")
        for exclude_item_data in _exclude:

            def _parse_exclude_item(data: object) -> IdentityType | str:
                return cast(IdentityType | str, data)

            exclude_item = _parse_exclude_item(exclude_item_data)

            exclude.append(exclude_item)

        shown_access_type_selection = cls(
            include=include,
            exclude=exclude,
        )

        return shown_access_type_selection
