from typing import Any

from keyward_client._request import Request

from ...models.oidc_resource_list import OidcResourceList
from ...types import UNSET, Unset


def request(
    *,
    page: int | Unset = UNSET,
    limit: int | Unset = UNSET,
) -> Request:

    params: dict[str, Any] = {}

    params["page"] = page

    params["limit"] = limit

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    return Request(
        "GET",
        "/api/v1/oidc/resources",
        accept="application/json",
        query=params,
    )


def answer(data: Any) -> OidcResourceList:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = OidcResourceList.from_dict(data)

    return response_200
