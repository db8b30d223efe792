from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.attribute_name_format import AttributeNameFormat
from ..types import UNSET, Unset

T = TypeVar("T", bound="AttributeMappingInput")


@_attrs_define
class AttributeMappingInput:
    """An attribute to put into assertions

    Example:
        {'name': 'mail', 'source': 'email'}

    Attributes:
        name (str): The name of the attribute, as the service provider expects it Example: mail.
        source (str): Where its value stands: a field of the user (`id`, `email`, `username`, `firstName`, `lastName`,
            `displayName`, `nickname`, `title`, `department`, `division`, `organization`, `costCenter`, `employeeNumber`,
            `managerId`, `phoneNumber`, `locale`, `timezone`, `picture`, `externalId`, `roles`), one of their attributes
            (`attributes.floor`), or the names of their groups (`groups`) Example: attributes.floor.
        name_format (AttributeNameFormat | str | Unset): How the name of an attribute is read (Core section 8.2)
    """

    name: str
    source: str
    name_format: AttributeNameFormat | str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        source = self.source

        name_format: str | Unset
        if isinstance(self.name_format, Unset):
            name_format = UNSET
        else:
            name_format = self.name_format

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "name": name,
                "source": source,
            }
        )
        if name_format is not UNSET:
            field_dict["nameFormat"] = name_format

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        name = d.pop("name")

        source = d.pop("source")

        def _parse_name_format(data: object) -> AttributeNameFormat | str | Unset:
            return cast(AttributeNameFormat | str | Unset, data)

        name_format = _parse_name_format(d.pop("nameFormat", UNSET))

        attribute_mapping_input = cls(
            name=name,
            source=source,
            name_format=name_format,
        )

        return attribute_mapping_input
