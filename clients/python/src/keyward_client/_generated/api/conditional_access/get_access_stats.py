from typing import Any

from keyward_client._request import Request

from ...models.access_stats import AccessStats
from ...types import UNSET, Unset


def request(
    *,
    policy_id: str | Unset = UNSET,
) -> Request:

    params: dict[str, Any] = {}

    params["policyId"] = policy_id

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    return Request(
        "GET",
        "/api/v1/conditional-access/stats",
        accept="application/json",
        query=params,
    )


def answer(data: Any) -> AccessStats:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = AccessStats.from_dict(data)

    return response_200
