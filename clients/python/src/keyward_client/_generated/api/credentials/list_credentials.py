from typing import Any

from keyward_client._request import Request

from ...models.credential_list import CredentialList
from ...models.credential_status import CredentialStatus
from ...models.list_credentials_sort import ListCredentialsSort
from ...types import UNSET, Unset


def request(
    *,
    status: CredentialStatus | str | Unset = UNSET,
    expiring: bool | Unset = UNSET,
    live: bool | Unset = UNSET,
    identity_id: str | Unset = UNSET,
    type_: str | Unset = UNSET,
    search: str | Unset = UNSET,
    unused_for_days: int | Unset = UNSET,
    sort: ListCredentialsSort | Unset = UNSET,
    limit: int | Unset = UNSET,
    cursor: str | Unset = UNSET,
    offset: int | Unset = UNSET,
) -> Request:

    params: dict[str, Any] = {}

    json_status: str | Unset
    if isinstance(status, Unset):
        json_status = UNSET
    else:
        json_status = status
    params["status"] = json_status

    params["expiring"] = expiring

    params["live"] = live

    params["identityId"] = identity_id

    params["type"] = type_

    params["search"] = search

    params["unusedForDays"] = unused_for_days

    params["sort"] = sort

    params["limit"] = limit

    params["cursor"] = cursor

    params["offset"] = offset

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    return Request(
        "GET",
        "/api/v1/credentials",
        accept="application/json",
        query=params,
    )


def answer(data: Any) -> CredentialList:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = CredentialList.from_dict(data)

    return response_200
