from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="RiskFactor")


@_attrs_define
class RiskFactor:
    """One thing that adds to the score

    Example:
        {'factor': 'NEVER_EXPIRES', 'weight': 10, 'description': '1 credential never expires'}

    Attributes:
        factor (str): `NO_OWNER`, `NEVER_EXPIRES`, `OLD_CREDENTIAL`, `UNUSED_CREDENTIAL`, `WILDCARD_SCOPE`,
            `ANOMALY_LOW`, `ANOMALY_MEDIUM`, `ANOMALY_HIGH`, `POLICY_VIOLATED`, `LEAKED_SECRET`; more may come
        weight (int):
        description (str): Why it counts here
    """

    factor: str
    weight: int
    description: str

    def to_dict(self) -> dict[str, Any]:
        factor = self.factor

        weight = self.weight

        description = self.description

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "factor": factor,
                "weight": weight,
                "description": description,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        factor = d.pop("factor")

        weight = d.pop("weight")

        description = d.pop("description")

        risk_factor = cls(
            factor=factor,
            weight=weight,
            description=description,
        )

        return risk_factor
