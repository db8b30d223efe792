import builtins
from typing import Any

from keyward_client._request import (
    Request,
    json_content,
    new_idempotency_key,
)

from ...models.access_conditions import AccessConditions
from ...models.access_decision import AccessDecision
from ...models.access_policy import AccessPolicy
from ...models.access_policy_input import AccessPolicyInput
from ...models.access_policy_status import AccessPolicyStatus
from ...models.access_requirement import AccessRequirement
from ...models.access_session import AccessSession
from ...types import UNSET, Unset


def request(
    *,
    name: str,
    priority: int,
    decision: AccessDecision | str,
    description: None | str | Unset = UNSET,
    status: AccessPolicyStatus | str | Unset = UNSET,
    conditions: AccessConditions | Unset = UNSET,
    requirements: builtins.list[AccessRequirement | str] | Unset = UNSET,
    session: AccessSession | Unset = UNSET,
    acknowledge_lockout: bool | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Request:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    headers.setdefault("Idempotency-Key", new_idempotency_key())

    _body = AccessPolicyInput(
        name=name,
        priority=priority,
        decision=decision,
        description=description,
        status=status,
        conditions=conditions,
        requirements=requirements,
        session=session,
        acknowledge_lockout=acknowledge_lockout,
    ).to_dict()
    return Request(
        "POST",
        "/api/v1/conditional-access/policies",
        accept="application/json",
        headers=headers,
        content_type="application/json",
        content=json_content(_body, optional=False),
    )


def answer(data: Any) -> AccessPolicy:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = AccessPolicy.from_dict(data)

    return response_200
