from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.identity_type import IdentityType
from ..types import UNSET, Unset

T = TypeVar("T", bound="AccessTypeSelection")


@_attrs_define
class AccessTypeSelection:
    """The types of identities. An empty `include` names all, and `exclude` exempts from them

    Example:
        {'include': ['CI_CD'], 'exclude': []}

    Attributes:
        include (list[IdentityType | str] | Unset):
        exclude (list[IdentityType | str] | Unset):
    """

    include: list[IdentityType | str] | Unset = UNSET
    exclude: list[IdentityType | str] | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        include: list[str] | Unset = UNSET
        if not isinstance(self.include, Unset):
            include = []
            for include_item_data in self.include:
                include_item: str
                include_item = include_item_data
                include.append(include_item)

        exclude: list[str] | Unset = UNSET
        if not isinstance(self.exclude, Unset):
            exclude = []
            for exclude_item_data in self.exclude:
                exclude_item: str
                exclude_item = exclude_item_data
                exclude.append(exclude_item)

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if include is not UNSET:
            field_dict["include"] = include
        if exclude is not UNSET:
            field_dict["exclude"] = exclude

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        _include = d.pop("include", UNSET)
        include: list[IdentityType | str] | Unset = UNSET
        if _include is not UNSET:
            include = []
            for include_item_data in _include:

                def _parse_include_item(data: object) -> IdentityType | str:
                    return cast(IdentityType | str, data)

                include_item = _parse_include_item(include_item_data)

                include.append(include_item)

        _exclude = d.pop("exclude", UNSET)
        exclude: list[IdentityType | str] | Unset = UNSET
        if _exclude is not UNSET:
            exclude = []
            for exclude_item_data in _exclude:

                def _parse_exclude_item(data: object) -> IdentityType | str:
                    return cast(IdentityType | str, data)

                exclude_item = _parse_exclude_item(exclude_item_data)

                exclude.append(exclude_item)

        access_type_selection = cls(
            include=include,
            exclude=exclude,
        )

        return access_type_selection
