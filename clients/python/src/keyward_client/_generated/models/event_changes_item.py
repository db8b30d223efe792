from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="EventChangesItem")


@_attrs_define
class EventChangesItem:
    """
    Attributes:
        field (str):
        from_ (Any): The value before; null if there was none
        to (Any): The value after; null if there is none
    """

    field: str
    from_: Any
    to: Any

    def to_dict(self) -> dict[str, Any]:
        field = self.field

        from_ = self.from_

        to = self.to

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "field": field,
                "from": from_,
                "to": to,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        field = d.pop("field")

        from_ = d.pop("from")

        to = d.pop("to")

        event_changes_item = cls(
            field=field,
            from_=from_,
            to=to,
        )

        return event_changes_item
