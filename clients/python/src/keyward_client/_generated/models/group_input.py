from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="GroupInput")


@_attrs_define
class GroupInput:
    """A group to create

    Example:
        {'name': 'Platform team', 'description': 'Who runs the build servers'}

    Attributes:
        name (str):
        description (None | str | Unset):
        external_id (None | str | Unset):
        scopes (list[str] | Unset): Permissions Example: ['secrets.read'].
    """

    name: str
    description: None | str | Unset = UNSET
    external_id: None | str | Unset = UNSET
    scopes: list[str] | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        description: None | str | Unset
        if isinstance(self.description, Unset):
            description = UNSET
        else:
            description = self.description

        external_id: None | str | Unset
        if isinstance(self.external_id, Unset):
            external_id = UNSET
        else:
            external_id = self.external_id

        scopes: list[str] | Unset = UNSET
        if not isinstance(self.scopes, Unset):
            scopes = self.scopes

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "name": name,
            }
        )
        if description is not UNSET:
            field_dict["description"] = description
        if external_id is not UNSET:
            field_dict["externalId"] = external_id
        if scopes is not UNSET:
            field_dict["scopes"] = scopes

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        name = d.pop("name")

        def _parse_description(data: object) -> None | str | Unset:
            return cast(None | str | Unset, data)

        description = _parse_description(d.pop("description", UNSET))

        def _parse_external_id(data: object) -> None | str | Unset:
            return cast(None | str | Unset, data)

        external_id = _parse_external_id(d.pop("externalId", UNSET))

        scopes = cast(list[str], d.pop("scopes", UNSET))

        group_input = cls(
            name=name,
            description=description,
            external_id=external_id,
            scopes=scopes,
        )

        return group_input
