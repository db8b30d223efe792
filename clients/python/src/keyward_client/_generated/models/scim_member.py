from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="ScimMember")


@_attrs_define
class ScimMember:
    """A user in a group

    Example:
        {'value': 'usr_01kahz5v3be4nr7q2m8x9c0d1e', 'display': 'Ada Lovelace'}

    Attributes:
        value (str | Unset): The ID of a user
        ref (str | Unset): The address of that user
        type_ (str | Unset):
        display (str | Unset):
    """

    value: str | Unset = UNSET
    ref: str | Unset = UNSET
    type_: str | Unset = UNSET
    display: str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        value = self.value

        ref = self.ref

        type_ = self.type_

        display = self.display

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if value is not UNSET:
            field_dict["value"] = value
        if ref is not UNSET:
            field_dict["$ref"] = ref
        if type_ is not UNSET:
            field_dict["type"] = type_
        if display is not UNSET:
            field_dict["display"] = display

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        value = d.pop("value", UNSET)

        ref = d.pop("$ref", UNSET)

        type_ = d.pop("type", UNSET)

        display = d.pop("display", UNSET)

        scim_member = cls(
            value=value,
            ref=ref,
            type_=type_,
            display=display,
        )

        return scim_member
