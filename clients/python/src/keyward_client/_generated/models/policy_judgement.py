from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.policy_action import PolicyAction
from ..models.policy_mode import PolicyMode
from ..models.policy_outcome_of_evaluation import (
    PolicyOutcomeOfEvaluation,
)
from ..models.policy_type import PolicyType

if TYPE_CHECKING:
    from ..models.policy_judgement_details import PolicyJudgementDetails


T = TypeVar("T", bound="PolicyJudgement")


@_attrs_define
class PolicyJudgement:
    """What one policy says of the attempt

    Example:
        {'policyId': 'pol_01kahz5v3be4nr7q2m8x9c0d1e', 'policyName': 'Short lives', 'policyType': 'CREDENTIAL_LIFETIME',
            'mode': 'ENFORCE', 'outcome': 'DENIED', 'reason': 'it would live longer than 7776000 seconds', 'details':
            {'ttlSeconds': 31536000, 'maxTtlSeconds': 7776000}, 'actions': ['DENY']}

    Attributes:
        policy_id (None | str): Null for the draft that was sent
        policy_name (str):
        policy_type (PolicyType | str): What a policy judges; `parameters` are of this type
        mode (PolicyMode | str): `ENFORCE` acts; `REPORT_ONLY` only tells what it would have done; `DISABLED` is not
            asked
        outcome (PolicyOutcomeOfEvaluation | str): What a policy says of the attempt; `NOT_APPLICABLE` when it is not
            about it
        reason (str): Why, for people
        details (PolicyJudgementDetails): What was found
        actions (list[PolicyAction | str]): What an enforced policy does when it is violated Example: ['DENY'].
    """

    policy_id: None | str
    policy_name: str
    policy_type: PolicyType | str
    mode: PolicyMode | str
    outcome: PolicyOutcomeOfEvaluation | str
    reason: str
    details: PolicyJudgementDetails
    actions: list[PolicyAction | str]

    def to_dict(self) -> dict[str, Any]:
        policy_id: None | str
        policy_id = self.policy_id

        policy_name = self.policy_name

        policy_type: str
        policy_type = self.policy_type

        mode: str
        mode = self.mode

        outcome: str
        outcome = self.outcome

        reason = self.reason

        details = self.details

        actions = []
        for componentsschemas_policy_actions_item_data in self.actions:
            componentsschemas_policy_actions_item: str
            componentsschemas_policy_actions_item = componentsschemas_policy_actions_item_data
            actions.append(componentsschemas_policy_actions_item)

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "policyId": policy_id,
                "policyName": policy_name,
                "policyType": policy_type,
                "mode": mode,
                "outcome": outcome,
                "reason": reason,
                "details": details,
                "actions": actions,
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

        def _parse_policy_type(data: object) -> PolicyType | str:
            return cast(PolicyType | str, data)

        policy_type = _parse_policy_type(d.pop("policyType"))

        def _parse_mode(data: object) -> PolicyMode | str:
            return cast(PolicyMode | str, data)

        mode = _parse_mode(d.pop("mode"))

        def _parse_outcome(data: object) -> PolicyOutcomeOfEvaluation | str:
            return cast(PolicyOutcomeOfEvaluation | str, data)

        outcome = _parse_outcome(d.pop("outcome"))

        reason = d.pop("reason")

        details = d.pop("details")

        actions = []
        _actions = d.pop("actions")
        for componentsschemas_policy_actions_item_data in _actions:

            def _parse_componentsschemas_policy_actions_item(data: object) -> PolicyAction | str:
                return cast(PolicyAction | str, data)

            componentsschemas_policy_actions_item = _parse_componentsschemas_policy_actions_item(
                componentsschemas_policy_actions_item_data
            )

            actions.append(componentsschemas_policy_actions_item)

        policy_judgement = cls(
            policy_id=policy_id,
            policy_name=policy_name,
            policy_type=policy_type,
            mode=mode,
            outcome=outcome,
            reason=reason,
            details=details,
            actions=actions,
        )

        return policy_judgement
