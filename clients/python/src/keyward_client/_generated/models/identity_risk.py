from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.risk_level import RiskLevel

if TYPE_CHECKING:
    from ..models.risk_factor import RiskFactor


T = TypeVar("T", bound="IdentityRisk")


@_attrs_define
class IdentityRisk:
    """How much of a risk an identity is, and why

    Example:
        {'identityId': 'idn_01kahz5v3be4nr7q2m8x9c0d1e', 'riskScore': 10, 'riskLevel': 'LOW', 'riskFactors': [{'factor':
            'NEVER_EXPIRES', 'weight': 10, 'description': '1 credential never expires'}], 'computedAt':
            '2026-01-15T10:30:00.000Z'}

    Attributes:
        identity_id (str):
        risk_score (int): The sum of the weights, at most 100
        risk_level (RiskLevel | str): `riskScore` in words
        risk_factors (list[RiskFactor]):
        computed_at (datetime.datetime):
    """

    identity_id: str
    risk_score: int
    risk_level: RiskLevel | str
    risk_factors: list[RiskFactor]
    computed_at: datetime.datetime

    def to_dict(self) -> dict[str, Any]:
        identity_id = self.identity_id

        risk_score = self.risk_score

        risk_level: str
        risk_level = self.risk_level

        risk_factors = []
        for risk_factors_item_data in self.risk_factors:
            risk_factors_item = risk_factors_item_data.to_dict()

            risk_factors.append(risk_factors_item)

        computed_at = self.computed_at.isoformat()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "identityId": identity_id,
                "riskScore": risk_score,
                "riskLevel": risk_level,
                "riskFactors": risk_factors,
                "computedAt": computed_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.risk_factor import RiskFactor  # noqa: PLC0415

        d = dict(src_dict)
        identity_id = d.pop("identityId")

        risk_score = d.pop("riskScore")

        def _parse_risk_level(data: object) -> RiskLevel | str:
            return cast(RiskLevel | str, data)

        risk_level = _parse_risk_level(d.pop("riskLevel"))

        risk_factors = []
        _risk_factors = d.pop("riskFactors")
        for risk_factors_item_data in _risk_factors:
            risk_factors_item = RiskFactor.from_dict(risk_factors_item_data)

            risk_factors.append(risk_factors_item)

        computed_at = datetime.datetime.fromisoformat(d.pop("computedAt").replace("Z", "+00:00"))

        identity_risk = cls(
            identity_id=identity_id,
            risk_score=risk_score,
            risk_level=risk_level,
            risk_factors=risk_factors,
            computed_at=computed_at,
        )

        return identity_risk
