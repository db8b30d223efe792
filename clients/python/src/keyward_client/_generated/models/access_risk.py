from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.access_risk_level import AccessRiskLevel

if TYPE_CHECKING:
    from ..models.access_risk_reasons_item import AccessRiskReasonsItem


T = TypeVar("T", bound="AccessRisk")


@_attrs_define
class AccessRisk:
    """The risk of a sign-in, as it was computed before the decision

    Example:
        {'score': 25, 'level': 'LOW', 'reasons': [{'kind': 'NEW_COUNTRY', 'weight': 25}]}

    Attributes:
        score (int):
        level (AccessRiskLevel | str): The risk of the sign-in, or of the identity
        reasons (list[AccessRiskReasonsItem]):
    """

    score: int
    level: AccessRiskLevel | str
    reasons: list[AccessRiskReasonsItem]

    def to_dict(self) -> dict[str, Any]:
        score = self.score

        level: str
        level = self.level

        reasons = []
        for reasons_item_data in self.reasons:
            reasons_item = reasons_item_data.to_dict()

            reasons.append(reasons_item)

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "score": score,
                "level": level,
                "reasons": reasons,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.access_risk_reasons_item import AccessRiskReasonsItem  # noqa: PLC0415

        d = dict(src_dict)
        score = d.pop("score")

        def _parse_level(data: object) -> AccessRiskLevel | str:
            return cast(AccessRiskLevel | str, data)

        level = _parse_level(d.pop("level"))

        reasons = []
        _reasons = d.pop("reasons")
        for reasons_item_data in _reasons:
            reasons_item = AccessRiskReasonsItem.from_dict(reasons_item_data)

            reasons.append(reasons_item)

        access_risk = cls(
            score=score,
            level=level,
            reasons=reasons,
        )

        return access_risk
