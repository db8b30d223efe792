from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="ScimKeywardUser")


@_attrs_define
class ScimKeywardUser:
    """Our own extension, `extensionAttribute1` to `extensionAttribute15`, for what no other attribute is for

    Example:
        {'extensionAttribute1': 'third floor'}

    Attributes:
        extension_attribute_1 (str | Unset):
        extension_attribute_2 (str | Unset):
        extension_attribute_3 (str | Unset):
        extension_attribute_4 (str | Unset):
        extension_attribute_5 (str | Unset):
        extension_attribute_6 (str | Unset):
        extension_attribute_7 (str | Unset):
        extension_attribute_8 (str | Unset):
        extension_attribute_9 (str | Unset):
        extension_attribute_10 (str | Unset):
        extension_attribute_11 (str | Unset):
        extension_attribute_12 (str | Unset):
        extension_attribute_13 (str | Unset):
        extension_attribute_14 (str | Unset):
        extension_attribute_15 (str | Unset):
    """

    extension_attribute_1: str | Unset = UNSET
    extension_attribute_2: str | Unset = UNSET
    extension_attribute_3: str | Unset = UNSET
    extension_attribute_4: str | Unset = UNSET
    extension_attribute_5: str | Unset = UNSET
    extension_attribute_6: str | Unset = UNSET
    extension_attribute_7: str | Unset = UNSET
    extension_attribute_8: str | Unset = UNSET
    extension_attribute_9: str | Unset = UNSET
    extension_attribute_10: str | Unset = UNSET
    extension_attribute_11: str | Unset = UNSET
    extension_attribute_12: str | Unset = UNSET
    extension_attribute_13: str | Unset = UNSET
    extension_attribute_14: str | Unset = UNSET
    extension_attribute_15: str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        extension_attribute_1 = self.extension_attribute_1

        extension_attribute_2 = self.extension_attribute_2

        extension_attribute_3 = self.extension_attribute_3

        extension_attribute_4 = self.extension_attribute_4

        extension_attribute_5 = self.extension_attribute_5

        extension_attribute_6 = self.extension_attribute_6

        extension_attribute_7 = self.extension_attribute_7

        extension_attribute_8 = self.extension_attribute_8

        extension_attribute_9 = self.extension_attribute_9

        extension_attribute_10 = self.extension_attribute_10

        extension_attribute_11 = self.extension_attribute_11

        extension_attribute_12 = self.extension_attribute_12

        extension_attribute_13 = self.extension_attribute_13

        extension_attribute_14 = self.extension_attribute_14

        extension_attribute_15 = self.extension_attribute_15

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if extension_attribute_1 is not UNSET:
            field_dict["extensionAttribute1"] = extension_attribute_1
        if extension_attribute_2 is not UNSET:
            field_dict["extensionAttribute2"] = extension_attribute_2
        if extension_attribute_3 is not UNSET:
            field_dict["extensionAttribute3"] = extension_attribute_3
        if extension_attribute_4 is not UNSET:
            field_dict["extensionAttribute4"] = extension_attribute_4
        if extension_attribute_5 is not UNSET:
            field_dict["extensionAttribute5"] = extension_attribute_5
        if extension_attribute_6 is not UNSET:
            field_dict["extensionAttribute6"] = extension_attribute_6
        if extension_attribute_7 is not UNSET:
            field_dict["extensionAttribute7"] = extension_attribute_7
        if extension_attribute_8 is not UNSET:
            field_dict["extensionAttribute8"] = extension_attribute_8
        if extension_attribute_9 is not UNSET:
            field_dict["extensionAttribute9"] = extension_attribute_9
        if extension_attribute_10 is not UNSET:
            field_dict["extensionAttribute10"] = extension_attribute_10
        if extension_attribute_11 is not UNSET:
            field_dict["extensionAttribute11"] = extension_attribute_11
        if extension_attribute_12 is not UNSET:
            field_dict["extensionAttribute12"] = extension_attribute_12
        if extension_attribute_13 is not UNSET:
            field_dict["extensionAttribute13"] = extension_attribute_13
        if extension_attribute_14 is not UNSET:
            field_dict["extensionAttribute14"] = extension_attribute_14
        if extension_attribute_15 is not UNSET:
            field_dict["extensionAttribute15"] = extension_attribute_15

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        extension_attribute_1 = d.pop("extensionAttribute1", UNSET)

        extension_attribute_2 = d.pop("extensionAttribute2", UNSET)

        extension_attribute_3 = d.pop("extensionAttribute3", UNSET)

        extension_attribute_4 = d.pop("extensionAttribute4", UNSET)

        extension_attribute_5 = d.pop("extensionAttribute5", UNSET)

        extension_attribute_6 = d.pop("extensionAttribute6", UNSET)

        extension_attribute_7 = d.pop("extensionAttribute7", UNSET)

        extension_attribute_8 = d.pop("extensionAttribute8", UNSET)

        extension_attribute_9 = d.pop("extensionAttribute9", UNSET)

        extension_attribute_10 = d.pop("extensionAttribute10", UNSET)

        extension_attribute_11 = d.pop("extensionAttribute11", UNSET)

        extension_attribute_12 = d.pop("extensionAttribute12", UNSET)

        extension_attribute_13 = d.pop("extensionAttribute13", UNSET)

        extension_attribute_14 = d.pop("extensionAttribute14", UNSET)

        extension_attribute_15 = d.pop("extensionAttribute15", UNSET)

        scim_keyward_user = cls(
            extension_attribute_1=extension_attribute_1,
            extension_attribute_2=extension_attribute_2,
            extension_attribute_3=extension_attribute_3,
            extension_attribute_4=extension_attribute_4,
            extension_attribute_5=extension_attribute_5,
            extension_attribute_6=extension_attribute_6,
            extension_attribute_7=extension_attribute_7,
            extension_attribute_8=extension_attribute_8,
            extension_attribute_9=extension_attribute_9,
            extension_attribute_10=extension_attribute_10,
            extension_attribute_11=extension_attribute_11,
            extension_attribute_12=extension_attribute_12,
            extension_attribute_13=extension_attribute_13,
            extension_attribute_14=extension_attribute_14,
            extension_attribute_15=extension_attribute_15,
        )

        return scim_keyward_user
