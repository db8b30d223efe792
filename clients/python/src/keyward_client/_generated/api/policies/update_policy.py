import builtins
from typing import Any

from keyward_client._request import (
    Request,
    json_content,
    segment,
)

from ...models.policy import Policy
from ...models.policy_action import PolicyAction
from ...models.policy_change import PolicyChange
from ...models.policy_change_parameters import PolicyChangeParameters
from ...models.policy_mode import PolicyMode
from ...models.policy_selector import PolicySelector
from ...models.policy_severity import PolicySeverity
from ...types import UNSET, Unset


def request(
    id: str,
    *,
    name: str | Unset = UNSET,
    description: None | str | Unset = UNSET,
    mode: PolicyMode | str | Unset = UNSET,
    severity: PolicySeverity | str | Unset = UNSET,
    selector: PolicySelector | Unset = UNSET,
    parameters: PolicyChangeParameters | Unset = UNSET,
    actions: builtins.list[PolicyAction | str] | Unset = UNSET,
    acknowledge_lockout: bool | Unset = UNSET,
    if_match: str | Unset = UNSET,
) -> Request:
    headers: dict[str, Any] = {}
    if not isinstance(if_match, Unset):
        headers["If-Match"] = if_match

    _body = PolicyChange(
        name=name,
        description=description,
        mode=mode,
        severity=severity,
        selector=selector,
        parameters=parameters,
        actions=actions,
        acknowledge_lockout=acknowledge_lockout,
    ).to_dict()
    return Request(
        "PATCH",
        f"/api/v1/policies/{segment(id)}",
        accept="application/json",
        headers=headers,
        content_type="application/json",
        content=json_content(_body, optional=False),
    )


def answer(data: Any) -> Policy:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = Policy.from_dict(data)

    return response_200
