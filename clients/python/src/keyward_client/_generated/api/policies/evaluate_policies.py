import builtins
import datetime
from typing import Any

from keyward_client._request import (
    Request,
    json_content,
)

from ...models.policy_evaluation import PolicyEvaluation
from ...models.policy_evaluation_request import PolicyEvaluationRequest
from ...models.policy_input_fields import PolicyInputFields
from ...models.policy_operation import PolicyOperation
from ...types import UNSET, Unset


def request(
    *,
    operation: PolicyOperation | str,
    identity_id: str | Unset = UNSET,
    credential_id: str | Unset = UNSET,
    ip_address: str | Unset = UNSET,
    at: datetime.datetime | Unset = UNSET,
    scopes: builtins.list[str] | Unset = UNSET,
    ttl: int | Unset = UNSET,
    policy: PolicyInputFields | Unset = UNSET,
) -> Request:

    _body = PolicyEvaluationRequest(
        operation=operation,
        identity_id=identity_id,
        credential_id=credential_id,
        ip_address=ip_address,
        at=at,
        scopes=scopes,
        ttl=ttl,
        policy=policy,
    ).to_dict()
    return Request(
        "POST",
        "/api/v1/policies/evaluate",
        accept="application/json",
        content_type="application/json",
        content=json_content(_body, optional=False),
    )


def answer(data: Any) -> PolicyEvaluation:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = PolicyEvaluation.from_dict(data)

    return response_200
