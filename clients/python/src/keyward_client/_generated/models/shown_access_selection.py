from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

T = TypeVar("T", bound="ShownAccessSelection")


@_attrs_define
class ShownAccessSelection:
    """The included ones, or all if `include` is empty, and the exempt ones

    Example:
        {'include': [], 'exclude': ['grp_01kahz5v3be4nr7q2m8x9c0d1e']}

    Attributes:
        include (list[str]):
        exclude (list[str]):
    """

    include: list[str]
    exclude: list[str]

    def to_dict(self) -> dict[str, Any]:
        include = self.include

        exclude = self.exclude

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
        include = cast(list[str], d.pop("include"))

        exclude = cast(list[str], d.pop("exclude"))

        shown_access_selection = cls(
            include=include,
            exclude=exclude,
        )

        return shown_access_selection
