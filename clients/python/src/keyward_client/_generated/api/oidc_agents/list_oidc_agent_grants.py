from typing import Any

from keyward_client._request import Request, segment

from ...models.oidc_agent_grant_list import OidcAgentGrantList
from ...types import UNSET, Unset


def request(
    agent_id: str,
    *,
    page: int | Unset = UNSET,
    cursor: str | Unset = UNSET,
    limit: int | Unset = UNSET,
) -> Request:

    params: dict[str, Any] = {}

    params["page"] = page

    params["cursor"] = cursor

    params["limit"] = limit

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    return Request(
        "GET",
        f"/api/v1/oidc/agents/{segment(agent_id)}/grants",
        accept="application/json",
        query=params,
    )


def answer(data: Any) -> OidcAgentGrantList:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = OidcAgentGrantList.from_dict(data)

    return response_200
