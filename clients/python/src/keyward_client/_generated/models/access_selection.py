from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="AccessSelection")


@_attrs_define
class AccessSelection:
    """An empty `include` names all, and `exclude` exempts from them

    Example:
        {'include': [], 'exclude': ['grp_01kahz5v3be4nr7q2m8x9c0d1e']}

    Attributes:
        include (list[str] | Unset):
        exclude (list[str] | Unset):
    """

    include: list[str] | Unset = UNSET
    exclude: list[str] | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        include: list[str] | Unset = UNSET
        if not isinstance(self.include, Unset):
            include = self.include

        exclude: list[str] | Unset = UNSET
        if not isinstance(self.exclude, Unset):
            exclude = self.exclude

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
        include = cast(list[str], d.pop("include", UNSET))

        exclude = cast(list[str], d.pop("exclude", UNSET))

        access_selection = cls(
            include=include,
            exclude=exclude,
        )

        return access_selection
