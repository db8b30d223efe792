from typing import Any

from keyward_client._request import Request

from ...models.access_policy_list import AccessPolicyList
from ...models.access_policy_status import AccessPolicyStatus
from ...types import UNSET, Unset


def request(
    *,
    status: AccessPolicyStatus | str | Unset = UNSET,
    search: str | Unset = UNSET,
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

    params["search"] = search

    params["page"] = page

    params["limit"] = limit

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    return Request(
        "GET",
        "/api/v1/conditional-access/policies",
        accept="application/json",
        query=params,
    )


def answer(data: Any) -> AccessPolicyList:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = AccessPolicyList.from_dict(data)

    return response_200
