from typing import Any

from keyward._request import Request

from ...models.identity_list import IdentityList
from ...models.identity_status import IdentityStatus
from ...models.identity_type import IdentityType
from ...models.list_identities_sort import ListIdentitiesSort
from ...types import UNSET, Unset


def request(
    *,
    type_: IdentityType | str | Unset = UNSET,
    status: IdentityStatus | str | Unset = UNSET,
    tag: str | Unset = UNSET,
    owner_user_id: str | Unset = UNSET,
    min_risk: int | Unset = UNSET,
    search: str | Unset = UNSET,
    sort: ListIdentitiesSort | Unset = UNSET,
    page: int | Unset = UNSET,
    cursor: str | Unset = UNSET,
    limit: int | Unset = UNSET,
) -> Request:

    params: dict[str, Any] = {}

    json_type_: str | Unset
    if isinstance(type_, Unset):
        json_type_ = UNSET
    else:
        json_type_ = type_
    params["type"] = json_type_

    json_status: str | Unset
    if isinstance(status, Unset):
        json_status = UNSET
    else:
        json_status = status
    params["status"] = json_status

    params["tag"] = tag

    params["ownerUserId"] = owner_user_id

    params["minRisk"] = min_risk

    params["search"] = search

    params["sort"] = sort

    params["page"] = page

    params["cursor"] = cursor

    params["limit"] = limit

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    return Request(
        "GET",
        "/api/v1/identities",
        accept="application/json",
        query=params,
    )


def answer(data: Any) -> IdentityList:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = IdentityList.from_dict(data)

    return response_200
