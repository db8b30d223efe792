from typing import Any

from keyward_client._request import Request

from ...models.policy_list import PolicyList
from ...models.policy_mode import PolicyMode
from ...models.policy_type import PolicyType
from ...types import UNSET, Unset


def request(
    *,
    type_: PolicyType | str | Unset = UNSET,
    mode: PolicyMode | str | Unset = UNSET,
    search: str | Unset = UNSET,
    page: int | Unset = UNSET,
    limit: int | Unset = UNSET,
) -> Request:

    params: dict[str, Any] = {}

    json_type_: str | Unset
    if isinstance(type_, Unset):
        json_type_ = UNSET
    else:
        json_type_ = type_
    params["type"] = json_type_

    json_mode: str | Unset
    if isinstance(mode, Unset):
        json_mode = UNSET
    else:
        json_mode = mode
    params["mode"] = json_mode

    params["search"] = search

    params["page"] = page

    params["limit"] = limit

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    return Request(
        "GET",
        "/api/v1/policies",
        accept="application/json",
        query=params,
    )


def answer(data: Any) -> PolicyList:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = PolicyList.from_dict(data)

    return response_200
