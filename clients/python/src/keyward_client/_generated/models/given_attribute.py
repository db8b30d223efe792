from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="GivenAttribute")


@_attrs_define
class GivenAttribute:
    """An attribute of the user

    Example:
        {'name': 'email', 'values': ['ada@acme.example']}

    Attributes:
        name (str):
        values (list[str]):
        friendly_name (str | Unset):
    """

    name: str
    values: list[str]
    friendly_name: str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        values = self.values

        friendly_name = self.friendly_name

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "name": name,
                "values": values,
            }
        )
        if friendly_name is not UNSET:
            field_dict["friendlyName"] = friendly_name

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        name = d.pop("name")

        values = cast(list[str], d.pop("values"))

        friendly_name = d.pop("friendlyName", UNSET)

        given_attribute = cls(
            name=name,
            values=values,
            friendly_name=friendly_name,
        )

        return given_attribute
