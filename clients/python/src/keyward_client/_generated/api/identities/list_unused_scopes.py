from typing import Any

from keyward_client._request import Request, segment

from ...models.unused_scope_list import UnusedScopeList
from ...types import UNSET, Unset


def request(
    id: str,
    *,
    window_days: int | Unset = UNSET,
    page: int | Unset = UNSET,
    limit: int | Unset = UNSET,
) -> Request:

    params: dict[str, Any] = {}

    params["windowDays"] = window_days

    params["page"] = page

    params["limit"] = limit

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    return Request(
        "GET",
        f"/api/v1/identities/{segment(id)}/unused-scopes",
        accept="application/json",
        query=params,
    )


def answer(data: Any) -> UnusedScopeList:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = UnusedScopeList.from_dict(data)

    return response_200
