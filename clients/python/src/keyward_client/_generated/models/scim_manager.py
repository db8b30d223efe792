from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="ScimManager")


@_attrs_define
class ScimManager:
    """The manager of a user

    Example:
        {'value': 'usr_01kahz5v3be4nr7q2m8x9c0d1f', 'displayName': 'Mary Somerville'}

    Attributes:
        value (str | Unset): The ID of a user
        ref (str | Unset): The address of that user
        display_name (str | Unset):
    """

    value: str | Unset = UNSET
    ref: str | Unset = UNSET
    display_name: str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        value = self.value

        ref = self.ref

        display_name = self.display_name

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if value is not UNSET:
            field_dict["value"] = value
        if ref is not UNSET:
            field_dict["$ref"] = ref
        if display_name is not UNSET:
            field_dict["displayName"] = display_name

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        value = d.pop("value", UNSET)

        ref = d.pop("$ref", UNSET)

        display_name = d.pop("displayName", UNSET)

        scim_manager = cls(
            value=value,
            ref=ref,
            display_name=display_name,
        )

        return scim_manager
