from typing import Any

from keyward_client._request import Request

from ...models.signing_key_list import SigningKeyList
from ...models.signing_key_use import SigningKeyUse
from ...types import UNSET, Unset


def request(
    *,
    use: SigningKeyUse | str | Unset = UNSET,
    page: int | Unset = UNSET,
    limit: int | Unset = UNSET,
) -> Request:

    params: dict[str, Any] = {}

    json_use: str | Unset
    if isinstance(use, Unset):
        json_use = UNSET
    else:
        json_use = use
    params["use"] = json_use

    params["page"] = page

    params["limit"] = limit

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    return Request(
        "GET",
        "/api/v1/keys",
        accept="application/json",
        query=params,
    )


def answer(data: Any) -> SigningKeyList:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = SigningKeyList.from_dict(data)

    return response_200
