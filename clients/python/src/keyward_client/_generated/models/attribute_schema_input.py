from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="AttributeSchemaInput")


@_attrs_define
class AttributeSchemaInput:
    """The schema to set

    Example:
        {'schema': {'type': 'object', 'properties': {'floor': {'type': 'integer', 'minimum': 0, 'maximum': 200},
            'badge': {'type': 'string', 'maxLength': 20}}}}

    Attributes:
        schema (Any): The schema of the attributes of users: JSON Schema 2020-12 of the type object, up to 16 KB, 200
            schemas and 8 levels. It reads type, enum, const, minimum, maximum, exclusiveMinimum, exclusiveMaximum,
            minLength, maxLength, format (date, date-time, email, uri), required, properties, additionalProperties,
            minProperties, maxProperties, items, minItems, maxItems, uniqueItems, anyOf, oneOf, allOf, not, and title,
            description, default, examples, deprecated, $comment and $schema. Other keywords are refused.
    """

    schema: Any

    def to_dict(self) -> dict[str, Any]:
        schema = self.schema

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "schema": schema,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        schema = d.pop("schema")

        attribute_schema_input = cls(
            schema=schema,
        )

        return attribute_schema_input
