from typing import Any

from keyward_client._request import Request

from ...models.oidc_agent_list import OidcAgentList
from ...models.oidc_agent_origin import OidcAgentOrigin
from ...types import UNSET, Unset


def request(
    *,
    host: str | Unset = UNSET,
    origin: OidcAgentOrigin | str | Unset = UNSET,
    user_id: str | Unset = UNSET,
    page: int | Unset = UNSET,
    limit: int | Unset = UNSET,
) -> Request:

    params: dict[str, Any] = {}

    params["host"] = host

    json_origin: str | Unset
    if isinstance(origin, Unset):
        json_origin = UNSET
    else:
        json_origin = origin
    params["origin"] = json_origin

    params["userId"] = user_id

    params["page"] = page

    params["limit"] = limit

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    return Request(
        "GET",
        "/api/v1/oidc/agents",
        accept="application/json",
        query=params,
    )


def answer(data: Any) -> OidcAgentList:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = OidcAgentList.from_dict(data)

    return response_200
