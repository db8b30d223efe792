from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="Redelivery")


@_attrs_define
class Redelivery:
    """How many deliveries were made

    Example:
        {'deliveries': 12, 'hasMore': False}

    Attributes:
        deliveries (int):
        has_more (bool): Whether some are left; call again
    """

    deliveries: int
    has_more: bool

    def to_dict(self) -> dict[str, Any]:
        deliveries = self.deliveries

        has_more = self.has_more

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "deliveries": deliveries,
                "hasMore": has_more,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        deliveries = d.pop("deliveries")

        has_more = d.pop("hasMore")

        redelivery = cls(
            deliveries=deliveries,
            has_more=has_more,
        )

        return redelivery
