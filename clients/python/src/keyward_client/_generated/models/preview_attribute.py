from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.attribute_name_format import AttributeNameFormat

T = TypeVar("T", bound="PreviewAttribute")


@_attrs_define
class PreviewAttribute:
    """An attribute of the assertion

    Example:
        {'name': 'mail', 'nameFormat': 'basic', 'values': ['ada@example.com']}

    Attributes:
        name (str): The name of the attribute, as the service provider expects it Example: mail.
        name_format (AttributeNameFormat | str): How the name of an attribute is read (Core section 8.2)
        values (list[str]):
    """

    name: str
    name_format: AttributeNameFormat | str
    values: list[str]

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        name_format: str
        name_format = self.name_format

        values = self.values

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "name": name,
                "nameFormat": name_format,
                "values": values,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        name = d.pop("name")

        def _parse_name_format(data: object) -> AttributeNameFormat | str:
            return cast(AttributeNameFormat | str, data)

        name_format = _parse_name_format(d.pop("nameFormat"))

        values = cast(list[str], d.pop("values"))

        preview_attribute = cls(
            name=name,
            name_format=name_format,
            values=values,
        )

        return preview_attribute
