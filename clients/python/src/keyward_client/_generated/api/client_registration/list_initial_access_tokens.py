from typing import Any

from keyward_client._request import Request

from ...models.initial_access_token_list import InitialAccessTokenList
from ...models.initial_access_token_status import InitialAccessTokenStatus
from ...types import UNSET, Unset


def request(
    *,
    status: InitialAccessTokenStatus | str | Unset = UNSET,
    page: int | Unset = UNSET,
    limit: int | Unset = UNSET,
) -> Request:

    params: dict[str, Any] = {}

    json_status: str | Unset
    if isinstance(status, Unset):
        json_status = UNSET
    else:
        json_status = status
    params["status"] = json_status

    params["page"] = page

    params["limit"] = limit

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    return Request(
        "GET",
        "/api/v1/oidc/initial-access-tokens",
        accept="application/json",
        query=params,
    )


def answer(data: Any) -> InitialAccessTokenList:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = InitialAccessTokenList.from_dict(data)

    return response_200
