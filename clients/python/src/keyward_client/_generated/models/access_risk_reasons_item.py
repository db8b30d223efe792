from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="AccessRiskReasonsItem")


@_attrs_define
class AccessRiskReasonsItem:
    """
    Example:
        {'kind': 'NEW_COUNTRY', 'weight': 25}

    Attributes:
        kind (str):
        weight (int):
    """

    kind: str
    weight: int

    def to_dict(self) -> dict[str, Any]:
        kind = self.kind

        weight = self.weight

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "kind": kind,
                "weight": weight,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        kind = d.pop("kind")

        weight = d.pop("weight")

        access_risk_reasons_item = cls(
            kind=kind,
            weight=weight,
        )

        return access_risk_reasons_item
