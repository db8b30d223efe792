from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="ScimGroupOfUser")


@_attrs_define
class ScimGroupOfUser:
    """A group that a user is in

    Example:
        {'value': 'grp_01kahz5v3be4nr7q2m8x9c0d1e', 'display': 'Platform team', 'type': 'direct'}

    Attributes:
        value (str | Unset): The ID of the group
        ref (str | Unset): Its address
        display (str | Unset):
        type_ (str | Unset):
    """

    value: str | Unset = UNSET
    ref: str | Unset = UNSET
    display: str | Unset = UNSET
    type_: str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        value = self.value

        ref = self.ref

        display = self.display

        type_ = self.type_

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if value is not UNSET:
            field_dict["value"] = value
        if ref is not UNSET:
            field_dict["$ref"] = ref
        if display is not UNSET:
            field_dict["display"] = display
        if type_ is not UNSET:
            field_dict["type"] = type_

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        value = d.pop("value", UNSET)

        ref = d.pop("$ref", UNSET)

        display = d.pop("display", UNSET)

        type_ = d.pop("type", UNSET)

        scim_group_of_user = cls(
            value=value,
            ref=ref,
            display=display,
            type_=type_,
        )

        return scim_group_of_user
