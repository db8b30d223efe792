from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="PreviewUser")


@_attrs_define
class PreviewUser:
    """A user here

    Example:
        {'id': 'usr_01kahz5v3be4nr7q2m8x9c0d1e', 'name': 'Ada Lovelace'}

    Attributes:
        id (str):
        name (str): The display name, or else the username
    """

    id: str
    name: str

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        name = self.name

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "id": id,
                "name": name,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = d.pop("id")

        name = d.pop("name")

        preview_user = cls(
            id=id,
            name=name,
        )

        return preview_user
