from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="Deleted")


@_attrs_define
class Deleted:
    """What was deleted

    Example:
        {'message': 'Credential deleted', 'id': 'cred_01kahz5v3be4nr7q2m8x9c0d1e'}

    Attributes:
        message (str): For people
        id (str): The identifier of what was deleted
    """

    message: str
    id: str

    def to_dict(self) -> dict[str, Any]:
        message = self.message

        id = self.id

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "message": message,
                "id": id,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        message = d.pop("message")

        id = d.pop("id")

        deleted = cls(
            message=message,
            id=id,
        )

        return deleted
