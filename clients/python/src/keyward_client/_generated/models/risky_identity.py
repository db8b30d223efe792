from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="RiskyIdentity")


@_attrs_define
class RiskyIdentity:
    """An identity with a risk score

    Example:
        {'id': 'idn_01kahz5v3be4nr7q2m8x9c0d1e', 'name': 'deploy-bot', 'riskScore': 85}

    Attributes:
        id (str):
        name (str):
        risk_score (int):
    """

    id: str
    name: str
    risk_score: int

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        name = self.name

        risk_score = self.risk_score

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "id": id,
                "name": name,
                "riskScore": risk_score,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = d.pop("id")

        name = d.pop("name")

        risk_score = d.pop("riskScore")

        risky_identity = cls(
            id=id,
            name=name,
            risk_score=risk_score,
        )

        return risky_identity
