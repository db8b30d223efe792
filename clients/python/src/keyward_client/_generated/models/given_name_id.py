from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="GivenNameId")


@_attrs_define
class GivenNameId:
    """The identifier of the user

    Example:
        {'value': '00u1a2b3c4', 'format': 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'}

    Attributes:
        value (str):
        format_ (str | Unset): A URI (Core section 8.3)
        name_qualifier (str | Unset):
        sp_name_qualifier (str | Unset):
    """

    value: str
    format_: str | Unset = UNSET
    name_qualifier: str | Unset = UNSET
    sp_name_qualifier: str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        value = self.value

        format_ = self.format_

        name_qualifier = self.name_qualifier

        sp_name_qualifier = self.sp_name_qualifier

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "value": value,
            }
        )
        if format_ is not UNSET:
            field_dict["format"] = format_
        if name_qualifier is not UNSET:
            field_dict["nameQualifier"] = name_qualifier
        if sp_name_qualifier is not UNSET:
            field_dict["spNameQualifier"] = sp_name_qualifier

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        value = d.pop("value")

        format_ = d.pop("format", UNSET)

        name_qualifier = d.pop("nameQualifier", UNSET)

        sp_name_qualifier = d.pop("spNameQualifier", UNSET)

        given_name_id = cls(
            value=value,
            format_=format_,
            name_qualifier=name_qualifier,
            sp_name_qualifier=sp_name_qualifier,
        )

        return given_name_id
