from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.access_decision import AccessDecision
from ..models.access_requirement import AccessRequirement

if TYPE_CHECKING:
    from ..models.access_analysis import AccessAnalysis


T = TypeVar("T", bound="AccessSimulation")


@_attrs_define
class AccessSimulation:
    """What would be decided

    Example:
        {'policyId': 'cap_01kahz5v3be4nr7q2m8x9c0d1e', 'policyName': 'Block outside the office', 'reason': 'The policy
            "Block outside the office" applies', 'decision': 'BLOCK', 'requirements': [], 'evaluated': [{'policyId':
            'cap_01kahz5v3be4nr7q2m8x9c0d1e', 'policyName': 'Block outside the office', 'applies': True, 'status':
            'ENABLED', 'analysisReasons': ['locations: no excluded location matches']}]}

    Attributes:
        policy_id (None | str): The policy that decides; null if none applies, and for the draft
        policy_name (None | str):
        reason (str):
        decision (AccessDecision | str): What an access policy decides. `REQUIRE` allows users who have met all
            `requirements`, and asks others for what is missing
        requirements (list[AccessRequirement | str]):
        evaluated (list[AccessAnalysis]): Every policy, in the order in which they are asked
    """

    policy_id: None | str
    policy_name: None | str
    reason: str
    decision: AccessDecision | str
    requirements: list[AccessRequirement | str]
    evaluated: list[AccessAnalysis]

    def to_dict(self) -> dict[str, Any]:
        policy_id: None | str
        policy_id = self.policy_id

        policy_name: None | str
        policy_name = self.policy_name

        reason = self.reason

        decision: str
        decision = self.decision

        requirements = []
        for requirements_item_data in self.requirements:
            requirements_item: str
            requirements_item = requirements_item_data
            requirements.append(requirements_item)

        evaluated = []
        for evaluated_item_data in self.evaluated:
            evaluated_item = evaluated_item_data.to_dict()

            evaluated.append(evaluated_item)

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "policyId": policy_id,
                "policyName": policy_name,
                "reason": reason,
                "decision": decision,
                "requirements": requirements,
                "evaluated": evaluated,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.access_analysis import AccessAnalysis  # noqa: PLC0415

        d = dict(src_dict)

        def _parse_policy_id(data: object) -> None | str:
            return cast(None | str, data)

        policy_id = _parse_policy_id(d.pop("policyId"))

        def _parse_policy_name(data: object) -> None | str:
            return cast(None | str, data)

        policy_name = _parse_policy_name(d.pop("policyName"))

        reason = d.pop("reason")

        def _parse_decision(data: object) -> AccessDecision | str:
            return cast(AccessDecision | str, data)

        decision = _parse_decision(d.pop("decision"))

        requirements = []
        _requirements = d.pop("requirements")
        for requirements_item_data in _requirements:

            def _parse_requirements_item(data: object) -> AccessRequirement | str:
                return cast(AccessRequirement | str, data)

            requirements_item = _parse_requirements_item(requirements_item_data)

            requirements.append(requirements_item)

        evaluated = []
        _evaluated = d.pop("evaluated")
        for evaluated_item_data in _evaluated:
            evaluated_item = AccessAnalysis.from_dict(evaluated_item_data)

            evaluated.append(evaluated_item)

        access_simulation = cls(
            policy_id=policy_id,
            policy_name=policy_name,
            reason=reason,
            decision=decision,
            requirements=requirements,
            evaluated=evaluated,
        )

        return access_simulation
