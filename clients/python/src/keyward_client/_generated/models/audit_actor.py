from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.audit_actor_type import AuditActorType

T = TypeVar("T", bound="AuditActor")


@_attrs_define
class AuditActor:
    """Who did it

    Example:
        {'type': 'API_KEY', 'id': 'cred_01kahz5v3be4nr7q2m8x9c0d1f', 'name': 'terraform'}

    Attributes:
        type_ (AuditActorType | str): `SYSTEM` is the service itself. `SETUP_LINK` is the holder of a setup link
        id (None | str): The ID of the credential or token; null for `SYSTEM`
        name (None | str):
    """

    type_: AuditActorType | str
    id: None | str
    name: None | str

    def to_dict(self) -> dict[str, Any]:
        type_: str
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

        def _parse_type_(data: object) -> AuditActorType | str:
            return cast(AuditActorType | str, data)

        type_ = _parse_type_(d.pop("type"))

        def _parse_id(data: object) -> None | str:
            return cast(None | str, data)

        id = _parse_id(d.pop("id"))

        def _parse_name(data: object) -> None | str:
            return cast(None | str, data)

        name = _parse_name(d.pop("name"))

        audit_actor = cls(
            type_=type_,
            id=id,
            name=name,
        )

        return audit_actor
