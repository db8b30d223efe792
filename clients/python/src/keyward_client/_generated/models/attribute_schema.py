from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

T = TypeVar("T", bound="AttributeSchema")


@_attrs_define
class AttributeSchema:
    """The schema of the attributes of users, and who set it

    Example:
        {'schema': {'type': 'object', 'properties': {'floor': {'type': 'integer', 'minimum': 0, 'maximum': 200},
            'badge': {'type': 'string', 'maxLength': 20}}}, 'updatedAt': '2026-01-15T10:30:00.000Z', 'updatedBy':
            'cred_01kahz5v3be4nr7q2m8x9c0d1e'}

    Attributes:
        schema (Any): The schema of the attributes of users: JSON Schema 2020-12 of the type object, up to 16 KB, 200
            schemas and 8 levels. It reads type, enum, const, minimum, maximum, exclusiveMinimum, exclusiveMaximum,
            minLength, maxLength, format (date, date-time, email, uri), required, properties, additionalProperties,
            minProperties, maxProperties, items, minItems, maxItems, uniqueItems, anyOf, oneOf, allOf, not, and title,
            description, default, examples, deprecated, $comment and $schema. Other keywords are refused.
        updated_at (datetime.datetime | None): When it was set; null if never
        updated_by (None | str): The ID of the key or user that set it
    """

    schema: Any
    updated_at: datetime.datetime | None
    updated_by: None | str

    def to_dict(self) -> dict[str, Any]:
        schema = self.schema

        updated_at: None | str
        if isinstance(self.updated_at, datetime.datetime):
            updated_at = self.updated_at.isoformat()
        else:
            updated_at = self.updated_at

        updated_by: None | str
        updated_by = self.updated_by

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "schema": schema,
                "updatedAt": updated_at,
                "updatedBy": updated_by,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        schema = d.pop("schema")

        def _parse_updated_at(data: object) -> datetime.datetime | None:
            try:
                if not isinstance(data, str):
                    raise TypeError
                updated_at_type_0 = datetime.datetime.fromisoformat(data.replace("Z", "+00:00"))

                return updated_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        updated_at = _parse_updated_at(d.pop("updatedAt"))

        def _parse_updated_by(data: object) -> None | str:
            return cast(None | str, data)

        updated_by = _parse_updated_by(d.pop("updatedBy"))

        attribute_schema = cls(
            schema=schema,
            updated_at=updated_at,
            updated_by=updated_by,
        )

        return attribute_schema
