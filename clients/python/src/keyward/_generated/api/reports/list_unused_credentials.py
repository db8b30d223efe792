from typing import Any

from keyward._request import Request

from ...models.unused_credential_list import UnusedCredentialList
from ...types import UNSET, Unset


def request(
    *,
    days: int | Unset = UNSET,
    identity_id: str | Unset = UNSET,
    never_used: bool | Unset = UNSET,
    page: int | Unset = UNSET,
    cursor: str | Unset = UNSET,
    limit: int | Unset = UNSET,
) -> Request:

    params: dict[str, Any] = {}

    params["days"] = days

    params["identityId"] = identity_id

    params["neverUsed"] = never_used

    params["page"] = page

    params["cursor"] = cursor

    params["limit"] = limit

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    return Request(
        "GET",
        "/api/v1/reports/unused-credentials",
        accept="application/json",
        query=params,
    )


def answer(data: Any) -> UnusedCredentialList:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = UnusedCredentialList.from_dict(data)

    return response_200
