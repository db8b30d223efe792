from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.access_policy_status import AccessPolicyStatus

T = TypeVar("T", bound="AccessAnalysis")


@_attrs_define
class AccessAnalysis:
    """What one policy says of the attempt

    Example:
        {'policyId': 'cap_01kahz5v3be4nr7q2m8x9c0d1e', 'policyName': 'Block outside the office', 'applies': True,
            'status': 'ENABLED', 'analysisReasons': ['locations: no excluded location matches']}

    Attributes:
        policy_id (None | str): Null for the draft that was sent
        policy_name (str):
        applies (bool): Whether all its conditions hold
        status (AccessPolicyStatus | str): `ENABLED` decides; `REPORT_ONLY` only counts what it would have decided;
            `DISABLED` is not asked
        analysis_reasons (list[str]): One sentence for each condition that the caller may read about
    """

    policy_id: None | str
    policy_name: str
    applies: bool
    status: AccessPolicyStatus | str
    analysis_reasons: list[str]

    def to_dict(self) -> dict[str, Any]:
        policy_id: None | str
        policy_id = self.policy_id

        policy_name = self.policy_name

        applies = self.applies

        status: str
        status = self.status

        analysis_reasons = self.analysis_reasons

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "policyId": policy_id,
                "policyName": policy_name,
                "applies": applies,
                "status": status,
                "analysisReasons": analysis_reasons,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_policy_id(data: object) -> None | str:
            return cast(None | str, data)

        policy_id = _parse_policy_id(d.pop("policyId"))

        policy_name = d.pop("policyName")

        applies = d.pop("applies")

        def _parse_status(data: object) -> AccessPolicyStatus | str:
            return cast(AccessPolicyStatus | str, data)

        status = _parse_status(d.pop("status"))

        analysis_reasons = cast(list[str], d.pop("analysisReasons"))

        access_analysis = cls(
            policy_id=policy_id,
            policy_name=policy_name,
            applies=applies,
            status=status,
            analysis_reasons=analysis_reasons,
        )

        return access_analysis
