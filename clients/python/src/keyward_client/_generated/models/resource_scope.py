from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="ResourceScope")


@_attrs_define
class ResourceScope:
    """A scope of this resource. Other resources may have scopes of the same name, which have nothing to do with it

    Example:
        {'name': 'projects:read', 'displayName': 'Read your projects', 'description': 'Names and members'}

    Attributes:
        name (str): What clients ask for. Not one of the standard ones, and no right over this service such as
            `credentials.read` Example: orders:read.
        display_name (None | str | Unset): Shown to users when they are asked for consent. Null shows the name
        description (None | str | Unset): Shown below it
    """

    name: str
    display_name: None | str | Unset = UNSET
    description: None | str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        display_name: None | str | Unset
        if isinstance(self.display_name, Unset):
            display_name = UNSET
        else:
            display_name = self.display_name

        description: None | str | Unset
        if isinstance(self.description, Unset):
            description = UNSET
        else:
            description = self.description

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "name": name,
            }
        )
        if display_name is not UNSET:
            field_dict["displayName"] = display_name
        if description is not UNSET:
            field_dict["description"] = description

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        name = d.pop("name")

        def _parse_display_name(data: object) -> None | str | Unset:
            return cast(None | str | Unset, data)

        display_name = _parse_display_name(d.pop("displayName", UNSET))

        def _parse_description(data: object) -> None | str | Unset:
            return cast(None | str | Unset, data)

        description = _parse_description(d.pop("description", UNSET))

        resource_scope = cls(
            name=name,
            display_name=display_name,
            description=description,
        )

        return resource_scope
