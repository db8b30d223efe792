from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.access_policy_status import AccessPolicyStatus

T = TypeVar("T", bound="AccessOutcome")


@_attrs_define
class AccessOutcome:
    """What one policy said of the attempt

    Example:
        {'policyId': 'cap_01kahz5v3be4nr7q2m8x9c0d1e', 'policyName': 'Block outside the office', 'status': 'ENABLED',
            'applies': True, 'reasons': ['locations: the location matches']}

    Attributes:
        policy_id (None | str):
        policy_name (str):
        status (AccessPolicyStatus | str): `ENABLED` decides; `REPORT_ONLY` only counts what it would have decided;
            `DISABLED` is not asked
        applies (bool):
        reasons (list[str] | None):
    """

    policy_id: None | str
    policy_name: str
    status: AccessPolicyStatus | str
    applies: bool
    reasons: list[str] | None

    def to_dict(self) -> dict[str, Any]:
        policy_id: None | str
        policy_id = self.policy_id

        policy_name = self.policy_name

        status: str
        status = self.status

        applies = self.applies

        reasons: list[str] | None
        if isinstance(self.reasons, list):
            reasons = self.reasons

        else:
            reasons = self.reasons

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "policyId": policy_id,
                "policyName": policy_name,
                "status": status,
                "applies": applies,
                "reasons": reasons,
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

        def _parse_status(data: object) -> AccessPolicyStatus | str:
            return cast(AccessPolicyStatus | str, data)

        status = _parse_status(d.pop("status"))

        applies = d.pop("applies")

        def _parse_reasons(data: object) -> list[str] | None:
            try:
                if not isinstance(data, list):
                    raise TypeError
                reasons_type_0 = cast(list[str], data)

                return reasons_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[str] | None, data)

        reasons = _parse_reasons(d.pop("reasons"))

        access_outcome = cls(
            policy_id=policy_id,
            policy_name=policy_name,
            status=status,
            applies=applies,
            reasons=reasons,
        )

        return access_outcome
