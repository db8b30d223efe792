from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

T = TypeVar("T", bound="AlertSource")


@_attrs_define
class AlertSource:
    """What raised the alert

    Example:
        {'type': 'WEBHOOK', 'id': 'wh_01kahz5v3be4nr7q2m8x9c0d1e'}

    Attributes:
        type_ (str):
        id (None | str):
    """

    type_: str
    id: None | str

    def to_dict(self) -> dict[str, Any]:
        type_ = self.type_

        id: None | str
        id = self.id

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "type": type_,
                "id": id,
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

        alert_source = cls(
            type_=type_,
            id=id,
        )

        return alert_source
