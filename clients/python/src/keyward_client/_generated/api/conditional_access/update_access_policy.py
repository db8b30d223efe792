import builtins
from typing import Any

from keyward_client._request import (
    Request,
    json_content,
    segment,
)

from ...models.access_conditions import AccessConditions
from ...models.access_decision import AccessDecision
from ...models.access_policy import AccessPolicy
from ...models.access_policy_change import AccessPolicyChange
from ...models.access_policy_status import AccessPolicyStatus
from ...models.access_requirement import AccessRequirement
from ...models.access_session import AccessSession
from ...types import UNSET, Unset


def request(
    id: str,
    *,
    name: str | Unset = UNSET,
    description: None | str | Unset = UNSET,
    priority: int | Unset = UNSET,
    status: AccessPolicyStatus | str | Unset = UNSET,
    conditions: AccessConditions | Unset = UNSET,
    decision: AccessDecision | str | Unset = UNSET,
    requirements: builtins.list[AccessRequirement | str] | Unset = UNSET,
    session: AccessSession | Unset = UNSET,
    acknowledge_lockout: bool | Unset = UNSET,
    if_match: str | Unset = UNSET,
) -> Request:
    headers: dict[str, Any] = {}
    if not isinstance(if_match, Unset):
        headers["If-Match"] = if_match

    _body = AccessPolicyChange(
        name=name,
        description=description,
        priority=priority,
        status=status,
        conditions=conditions,
        decision=decision,
        requirements=requirements,
        session=session,
        acknowledge_lockout=acknowledge_lockout,
    ).to_dict()
    return Request(
        "PATCH",
        f"/api/v1/conditional-access/policies/{segment(id)}",
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
