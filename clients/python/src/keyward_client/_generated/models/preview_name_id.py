from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.name_id_format import NameIdFormat

T = TypeVar("T", bound="PreviewNameId")


@_attrs_define
class PreviewNameId:
    """The identifier of the user at the service provider (Core section 2.2.3)

    Example:
        {'format': 'emailAddress', 'value': 'ada@example.com', 'isExample': False}

    Attributes:
        format_ (NameIdFormat | str): Which identifier of a user the service provider gets (Core section 8.3).
            `persistent` is a random value that depends on the user and the entity ID alone. `emailAddress` is the verified
            address. `transient` is new with each sign-in. `unspecified` is the value of `nameIdAttribute`, or the username
        value (str):
        is_example (bool): Whether the real value is made at the sign-on: for `transient`, and for `persistent` before
            the first sign-on of the tenant
    """

    format_: NameIdFormat | str
    value: str
    is_example: bool

    def to_dict(self) -> dict[str, Any]:
        format_: str
        format_ = self.format_

        value = self.value

        is_example = self.is_example

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "format": format_,
                "value": value,
                "isExample": is_example,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_format_(data: object) -> NameIdFormat | str:
            return cast(NameIdFormat | str, data)

        format_ = _parse_format_(d.pop("format"))

        value = d.pop("value")

        is_example = d.pop("isExample")

        preview_name_id = cls(
            format_=format_,
            value=value,
            is_example=is_example,
        )

        return preview_name_id
