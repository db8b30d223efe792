from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.attribute_name_format import AttributeNameFormat

T = TypeVar("T", bound="AttributeMapping")


@_attrs_define
class AttributeMapping:
    """An attribute of the assertion. A user without a value has no such attribute

    Example:
        {'name': 'mail', 'nameFormat': 'basic', 'source': 'email'}

    Attributes:
        name (str): The name of the attribute, as the service provider expects it Example: mail.
        name_format (AttributeNameFormat | str): How the name of an attribute is read (Core section 8.2)
        source (str): Where its value stands: a field of the user (`id`, `email`, `username`, `firstName`, `lastName`,
            `displayName`, `nickname`, `title`, `department`, `division`, `organization`, `costCenter`, `employeeNumber`,
            `managerId`, `phoneNumber`, `locale`, `timezone`, `picture`, `externalId`, `roles`), one of their attributes
            (`attributes.floor`), or the names of their groups (`groups`) Example: attributes.floor.
    """

    name: str
    name_format: AttributeNameFormat | str
    source: str

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        name_format: str
        name_format = self.name_format

        source = self.source

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "name": name,
                "nameFormat": name_format,
                "source": source,
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

        source = d.pop("source")

        attribute_mapping = cls(
            name=name,
            name_format=name_format,
            source=source,
        )

        return attribute_mapping
