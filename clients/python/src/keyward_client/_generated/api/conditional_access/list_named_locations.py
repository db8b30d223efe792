from typing import Any

from keyward_client._request import Request

from ...models.named_location_list import NamedLocationList
from ...types import UNSET, Unset


def request(
    *,
    search: str | Unset = UNSET,
    page: int | Unset = UNSET,
    limit: int | Unset = UNSET,
) -> Request:

    params: dict[str, Any] = {}

    params["search"] = search

    params["page"] = page

    params["limit"] = limit

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    return Request(
        "GET",
        "/api/v1/conditional-access/named-locations",
        accept="application/json",
        query=params,
    )


def answer(data: Any) -> NamedLocationList:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = NamedLocationList.from_dict(data)

    return response_200
