import builtins
from typing import Any

from keyward_client._request import (
    Request,
    json_content,
    new_idempotency_key,
)

from ...models.policy import Policy
from ...models.policy_action import PolicyAction
from ...models.policy_input import PolicyInput
from ...models.policy_input_parameters import PolicyInputParameters
from ...models.policy_mode import PolicyMode
from ...models.policy_selector import PolicySelector
from ...models.policy_severity import PolicySeverity
from ...models.policy_type import PolicyType
from ...types import UNSET, Unset


def request(
    *,
    name: str,
    type_: PolicyType | str,
    description: None | str | Unset = UNSET,
    mode: PolicyMode | str | Unset = UNSET,
    severity: PolicySeverity | str | Unset = UNSET,
    selector: PolicySelector | Unset = UNSET,
    parameters: PolicyInputParameters | Unset = UNSET,
    actions: builtins.list[PolicyAction | str] | Unset = UNSET,
    acknowledge_lockout: bool | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Request:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    headers.setdefault("Idempotency-Key", new_idempotency_key())

    _body = PolicyInput(
        name=name,
        type_=type_,
        description=description,
        mode=mode,
        severity=severity,
        selector=selector,
        parameters=parameters,
        actions=actions,
        acknowledge_lockout=acknowledge_lockout,
    ).to_dict()
    return Request(
        "POST",
        "/api/v1/policies",
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
