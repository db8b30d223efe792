from typing import Any

from keyward._request import Request, segment

from ...models.credential_status import CredentialStatus
from ...models.identity_credentials import IdentityCredentials
from ...models.list_identity_credentials_sort import ListIdentityCredentialsSort
from ...types import UNSET, Unset


def request(
    id: str,
    *,
    status: CredentialStatus | str | Unset = UNSET,
    sort: ListIdentityCredentialsSort | Unset = UNSET,
    page: int | Unset = UNSET,
    cursor: str | Unset = UNSET,
    limit: int | Unset = UNSET,
) -> Request:

    params: dict[str, Any] = {}

    json_status: str | Unset
    if isinstance(status, Unset):
        json_status = UNSET
    else:
        json_status = status
    params["status"] = json_status

    params["sort"] = sort

    params["page"] = page

    params["cursor"] = cursor

    params["limit"] = limit

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    return Request(
        "GET",
        f"/api/v1/identities/{segment(id)}/credentials",
        accept="application/json",
        query=params,
    )


def answer(data: Any) -> IdentityCredentials:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = IdentityCredentials.from_dict(data)

    return response_200
