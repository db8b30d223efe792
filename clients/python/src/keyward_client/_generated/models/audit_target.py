from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

T = TypeVar("T", bound="AuditTarget")


@_attrs_define
class AuditTarget:
    """What it was done to

    Example:
        {'type': 'credential', 'id': 'cred_01kahz5v3be4nr7q2m8x9c0d1e', 'name': 'deploy key'}

    Attributes:
        type_ (str): The noun of the action
        id (None | str): Null when nothing was named
        name (None | str):
    """

    type_: str
    id: None | str
    name: None | str

    def to_dict(self) -> dict[str, Any]:
        type_ = self.type_

        id: None | str
        id = self.id

        name: None | str
        name = self.name

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "type": type_,
                "id": id,
                "name": name,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        type_ = d.pop("type")

        def _parse_id(data: object) -> None | str:
            return cast(None | str, data)

        id = _parse_id(d.pop("id"))

        def _parse_name(data: object) -> None | str:
            return cast(None | str, data)

        name = _parse_name(d.pop("name"))

        audit_target = cls(
            type_=type_,
            id=id,
            name=name,
        )

        return audit_target
