from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="IdentityRiskFactorsItem")


@_attrs_define
class IdentityRiskFactorsItem:
    """
    Attributes:
        factor (str):
        weight (int):
    """

    factor: str
    weight: int

    def to_dict(self) -> dict[str, Any]:
        factor = self.factor

        weight = self.weight

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "factor": factor,
                "weight": weight,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        factor = d.pop("factor")

        weight = d.pop("weight")

        identity_risk_factors_item = cls(
            factor=factor,
            weight=weight,
        )

        return identity_risk_factors_item
