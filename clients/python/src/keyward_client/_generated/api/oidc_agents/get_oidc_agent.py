from typing import Any

from keyward_client._request import Request, segment

from ...models.oidc_agent import OidcAgent


def request(
    agent_id: str,
) -> Request:

    return Request(
        "GET",
        f"/api/v1/oidc/agents/{segment(agent_id)}",
        accept="application/json",
    )


def answer(data: Any) -> OidcAgent:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = OidcAgent.from_dict(data)

    return response_200
