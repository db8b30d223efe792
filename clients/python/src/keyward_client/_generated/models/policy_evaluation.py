from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.policy_decision import PolicyDecision
from ..models.policy_operation import PolicyOperation

if TYPE_CHECKING:
    from ..models.policy_judgement import PolicyJudgement


T = TypeVar("T", bound="PolicyEvaluation")


@_attrs_define
class PolicyEvaluation:
    """What the policies say of an attempt

    Example:
        {'decision': 'DENY', 'operation': 'createCredential', 'identityId': 'idn_01kahz5v3be4nr7q2m8x9c0d1e',
            'credentialId': None, 'at': '2026-01-15T10:30:00.000Z', 'ttlSeconds': 31536000, 'evaluated': [{'policyId':
            'pol_01kahz5v3be4nr7q2m8x9c0d1e', 'policyName': 'Short lives', 'policyType': 'CREDENTIAL_LIFETIME', 'mode':
            'ENFORCE', 'outcome': 'DENIED', 'reason': 'it would live longer than 7776000 seconds', 'details': {'ttlSeconds':
            31536000, 'maxTtlSeconds': 7776000}, 'actions': ['DENY']}]}

    Attributes:
        decision (PolicyDecision): Whether the attempt would go on
        operation (PolicyOperation | str): The attempted operation of the API. `authenticate` is any call with the
            credential as its key. `dailyPass` is the nightly check
        identity_id (str):
        credential_id (None | str):
        at (datetime.datetime):
        ttl_seconds (int | None): How long the credential would live, also by the default of a policy. Null if it would
            not expire, or if the operation does not set it
        evaluated (list[PolicyJudgement]): Every policy that is not disabled, and the draft last
    """

    decision: PolicyDecision
    operation: PolicyOperation | str
    identity_id: str
    credential_id: None | str
    at: datetime.datetime
    ttl_seconds: int | None
    evaluated: list[PolicyJudgement]

    def to_dict(self) -> dict[str, Any]:
        decision = self.decision

        operation: str
        operation = self.operation

        identity_id = self.identity_id

        credential_id: None | str
        credential_id = self.credential_id

        at = self.at.isoformat()

        ttl_seconds: int | None
        ttl_seconds = self.ttl_seconds

        evaluated = []
        for evaluated_item_data in self.evaluated:
            evaluated_item = evaluated_item_data.to_dict()

            evaluated.append(evaluated_item)

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "decision": decision,
                "operation": operation,
                "identityId": identity_id,
                "credentialId": credential_id,
                "at": at,
                "ttlSeconds": ttl_seconds,
                "evaluated": evaluated,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.policy_judgement import PolicyJudgement  # noqa: PLC0415

        d = dict(src_dict)
        decision = d.pop("decision")

        def _parse_operation(data: object) -> PolicyOperation | str:
            return cast(PolicyOperation | str, data)

        operation = _parse_operation(d.pop("operation"))

        identity_id = d.pop("identityId")

        def _parse_credential_id(data: object) -> None | str:
            return cast(None | str, data)

        credential_id = _parse_credential_id(d.pop("credentialId"))

        at = datetime.datetime.fromisoformat(d.pop("at").replace("Z", "+00:00"))

        def _parse_ttl_seconds(data: object) -> int | None:
            return cast(int | None, data)

        ttl_seconds = _parse_ttl_seconds(d.pop("ttlSeconds"))

        evaluated = []
        _evaluated = d.pop("evaluated")
        for evaluated_item_data in _evaluated:
            evaluated_item = PolicyJudgement.from_dict(evaluated_item_data)

            evaluated.append(evaluated_item)

        policy_evaluation = cls(
            decision=decision,
            operation=operation,
            identity_id=identity_id,
            credential_id=credential_id,
            at=at,
            ttl_seconds=ttl_seconds,
            evaluated=evaluated,
        )

        return policy_evaluation
