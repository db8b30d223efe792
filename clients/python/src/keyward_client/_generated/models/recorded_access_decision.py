from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.access_decision import AccessDecision
from ..models.access_requirement import AccessRequirement
from ..models.attempt_outcome import AttemptOutcome
from ..models.judged_subject import JudgedSubject

if TYPE_CHECKING:
    from ..models.access_inputs import AccessInputs
    from ..models.access_outcome import AccessOutcome
    from ..models.access_risk import AccessRisk


T = TypeVar("T", bound="RecordedAccessDecision")


@_attrs_define
class RecordedAccessDecision:
    """A decision of conditional access, and what it was made of

    Example:
        {'id': 'cad_01kahz5v3be4nr7q2m8x9c0d1e', 'timestamp': '2026-01-15T10:30:00.000Z', 'subject': 'user', 'userId':
            'usr_01kahz5v3be4nr7q2m8x9c0d1e', 'identityId': None, 'credentialId': None, 'application':
            'cli_01kahz5v3be4nr7q2m8x9c0d1e', 'decision': 'BLOCK', 'outcome': 'DENIED', 'requirements': [], 'policyId':
            'cap_01kahz5v3be4nr7q2m8x9c0d1e', 'policyName': 'Block outside the office', 'attempts': 1, 'inputs': {'groups':
            ['grp_01kahz5v3be4nr7q2m8x9c0d1e'], 'identityType': None, 'ipAddress': '198.51.100.1', 'country': 'DE',
            'devicePlatform': 'macos', 'deviceTrust': 'unknown', 'riskLevel': 'LOW', 'clientType': 'browser', 'isAgent':
            False}, 'risk': {'score': 25, 'level': 'LOW', 'reasons': [{'kind': 'NEW_COUNTRY', 'weight': 25}]}, 'outcomes':
            [{'policyId': 'cap_01kahz5v3be4nr7q2m8x9c0d1e', 'policyName': 'Block outside the office', 'status': 'ENABLED',
            'applies': True, 'reasons': ['locations: the location matches']}], 'outcomesLeftOut': 0, 'requestId':
            'req_01kahz5v3be4nr7q2m8x9c0d1e'}

    Attributes:
        id (str):
        timestamp (datetime.datetime): When it was decided; for attempts that share a row, the minute
        subject (JudgedSubject | str): Whether a user signed in, or a key or client was used
        user_id (None | str):
        identity_id (None | str):
        credential_id (None | str):
        application (None | str):
        decision (AccessDecision | str): What an access policy decides. `REQUIRE` allows users who have met all
            `requirements`, and asks others for what is missing
        outcome (AttemptOutcome | str): What came of the attempt. `ASKED`: for more proof. `decision` is what the policy
            says; a user who meets its requirements is `ALLOWED`
        requirements (list[AccessRequirement | str]):
        policy_id (None | str): The policy that decided; null if none applied
        policy_name (None | str): Its name at that time
        attempts (int): How many attempts share the row
        inputs (AccessInputs | None):
        risk (AccessRisk | None):
        outcomes (list[AccessOutcome]): What each policy said, at most 64 of them, in the order in which they are asked
        outcomes_left_out (int): Policies for whose outcomes there was no room; those that applied are the last to be
            left out
        request_id (None | str):
    """

    id: str
    timestamp: datetime.datetime
    subject: JudgedSubject | str
    user_id: None | str
    identity_id: None | str
    credential_id: None | str
    application: None | str
    decision: AccessDecision | str
    outcome: AttemptOutcome | str
    requirements: list[AccessRequirement | str]
    policy_id: None | str
    policy_name: None | str
    attempts: int
    inputs: AccessInputs | None
    risk: AccessRisk | None
    outcomes: list[AccessOutcome]
    outcomes_left_out: int
    request_id: None | str

    def to_dict(self) -> dict[str, Any]:
        from ..models.access_inputs import AccessInputs  # noqa: PLC0415
        from ..models.access_risk import AccessRisk  # noqa: PLC0415

        id = self.id

        timestamp = self.timestamp.isoformat()

        subject: str
        subject = self.subject

        user_id: None | str
        user_id = self.user_id

        identity_id: None | str
        identity_id = self.identity_id

        credential_id: None | str
        credential_id = self.credential_id

        application: None | str
        application = self.application

        decision: str
        decision = self.decision

        outcome: str
        outcome = self.outcome

        requirements = []
        for requirements_item_data in self.requirements:
            requirements_item: str
            requirements_item = requirements_item_data
            requirements.append(requirements_item)

        policy_id: None | str
        policy_id = self.policy_id

        policy_name: None | str
        policy_name = self.policy_name

        attempts = self.attempts

        inputs: dict[str, Any] | None
        if isinstance(self.inputs, AccessInputs):
            inputs = self.inputs.to_dict()

        else:
            inputs = self.inputs

        risk: dict[str, Any] | None
        if isinstance(self.risk, AccessRisk):
            risk = self.risk.to_dict()

        else:
            risk = self.risk

        outcomes = []
        for outcomes_item_data in self.outcomes:
            outcomes_item = outcomes_item_data.to_dict()

            outcomes.append(outcomes_item)

        outcomes_left_out = self.outcomes_left_out

        request_id: None | str
        request_id = self.request_id

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "id": id,
                "timestamp": timestamp,
                "subject": subject,
                "userId": user_id,
                "identityId": identity_id,
                "credentialId": credential_id,
                "application": application,
                "decision": decision,
                "outcome": outcome,
                "requirements": requirements,
                "policyId": policy_id,
                "policyName": policy_name,
                "attempts": attempts,
                "inputs": inputs,
                "risk": risk,
                "outcomes": outcomes,
                "outcomesLeftOut": outcomes_left_out,
                "requestId": request_id,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.access_inputs import AccessInputs  # noqa: PLC0415
        from ..models.access_outcome import AccessOutcome  # noqa: PLC0415
        from ..models.access_risk import AccessRisk  # noqa: PLC0415

        d = dict(src_dict)
        id = d.pop("id")

        timestamp = datetime.datetime.fromisoformat(d.pop("timestamp").replace("Z", "+00:00"))

        def _parse_subject(data: object) -> JudgedSubject | str:
            return cast(JudgedSubject | str, data)

        subject = _parse_subject(d.pop("subject"))

        def _parse_user_id(data: object) -> None | str:
            return cast(None | str, data)

        user_id = _parse_user_id(d.pop("userId"))

        def _parse_identity_id(data: object) -> None | str:
            return cast(None | str, data)

        identity_id = _parse_identity_id(d.pop("identityId"))

        def _parse_credential_id(data: object) -> None | str:
            return cast(None | str, data)

        credential_id = _parse_credential_id(d.pop("credentialId"))

        def _parse_application(data: object) -> None | str:
            return cast(None | str, data)

        application = _parse_application(d.pop("application"))

        def _parse_decision(data: object) -> AccessDecision | str:
            return cast(AccessDecision | str, data)

        decision = _parse_decision(d.pop("decision"))

        def _parse_outcome(data: object) -> AttemptOutcome | str:
            return cast(AttemptOutcome | str, data)

        outcome = _parse_outcome(d.pop("outcome"))

        requirements = []
        _requirements = d.pop("requirements")
        for requirements_item_data in _requirements:

            def _parse_requirements_item(data: object) -> AccessRequirement | str:
                return cast(AccessRequirement | str, data)

            requirements_item = _parse_requirements_item(requirements_item_data)

            requirements.append(requirements_item)

        def _parse_policy_id(data: object) -> None | str:
            return cast(None | str, data)

        policy_id = _parse_policy_id(d.pop("policyId"))

        def _parse_policy_name(data: object) -> None | str:
            return cast(None | str, data)

        policy_name = _parse_policy_name(d.pop("policyName"))

        attempts = d.pop("attempts")

        def _parse_inputs(data: object) -> AccessInputs | None:
            try:
                if not isinstance(data, dict):
                    raise TypeError
                inputs_type_0 = AccessInputs.from_dict(data)

                return inputs_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(AccessInputs | None, data)

        inputs = _parse_inputs(d.pop("inputs"))

        def _parse_risk(data: object) -> AccessRisk | None:
            try:
                if not isinstance(data, dict):
                    raise TypeError
                risk_type_0 = AccessRisk.from_dict(data)

                return risk_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(AccessRisk | None, data)

        risk = _parse_risk(d.pop("risk"))

        outcomes = []
        _outcomes = d.pop("outcomes")
        for outcomes_item_data in _outcomes:
            outcomes_item = AccessOutcome.from_dict(outcomes_item_data)

            outcomes.append(outcomes_item)

        outcomes_left_out = d.pop("outcomesLeftOut")

        def _parse_request_id(data: object) -> None | str:
            return cast(None | str, data)

        request_id = _parse_request_id(d.pop("requestId"))

        recorded_access_decision = cls(
            id=id,
            timestamp=timestamp,
            subject=subject,
            user_id=user_id,
            identity_id=identity_id,
            credential_id=credential_id,
            application=application,
            decision=decision,
            outcome=outcome,
            requirements=requirements,
            policy_id=policy_id,
            policy_name=policy_name,
            attempts=attempts,
            inputs=inputs,
            risk=risk,
            outcomes=outcomes,
            outcomes_left_out=outcomes_left_out,
            request_id=request_id,
        )

        return recorded_access_decision
