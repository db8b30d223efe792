from typing import Any

from keyward_client._request import Request, json_content, new_idempotency_key, segment

from ...models.oidc_agent import OidcAgent
from ...models.oidc_agent_approval import OidcAgentApproval
from ...types import UNSET, Unset


def request(
    agent_id: str,
    *,
    identity_id: str | Unset = UNSET,
    owner_user_id: str | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Request:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    headers.setdefault("Idempotency-Key", new_idempotency_key())

    _body = OidcAgentApproval(
        identity_id=identity_id,
        owner_user_id=owner_user_id,
    ).to_dict()
    return Request(
        "POST",
        f"/api/v1/oidc/agents/{segment(agent_id)}/approve",
        accept="application/json",
        headers=headers,
        content_type="application/json",
        content=json_content(_body, optional=False),
    )


def answer(data: Any) -> OidcAgent:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = OidcAgent.from_dict(data)

    return response_200
