from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

T = TypeVar("T", bound="PreviewField")


@_attrs_define
class PreviewField:
    """A field of the user that `attributeMapping` gives a value

    Example:
        {'field': 'firstName', 'value': 'Ada'}

    Attributes:
        field (str): Such as `firstName` or `attributes.floor`
        value (bool | float | list[bool | float | str] | str): The value. Attributes may also be numbers, true, false,
            or lists
    """

    field: str
    value: bool | float | list[bool | float | str] | str

    def to_dict(self) -> dict[str, Any]:
        field = self.field

        value: bool | float | list[bool | float | str] | str
        if isinstance(self.value, list):
            value = []
            for value_type_1_item_data in self.value:
                value_type_1_item: bool | float | str
                value_type_1_item = value_type_1_item_data
                value.append(value_type_1_item)

        else:
            value = self.value

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "field": field,
                "value": value,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        field = d.pop("field")

        def _parse_value(data: object) -> bool | float | list[bool | float | str] | str:
            try:
                if not isinstance(data, list):
                    raise TypeError
                value_type_1 = []
                _value_type_1 = data
                for value_type_1_item_data in _value_type_1:

                    def _parse_value_type_1_item(data: object) -> bool | float | str:
                        return cast(bool | float | str, data)

                    value_type_1_item = _parse_value_type_1_item(value_type_1_item_data)

                    value_type_1.append(value_type_1_item)

                return value_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(bool | float | list[bool | float | str] | str, data)

        value = _parse_value(d.pop("value"))

        preview_field = cls(
            field=field,
            value=value,
        )

        return preview_field
