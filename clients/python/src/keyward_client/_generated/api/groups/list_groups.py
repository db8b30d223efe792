from typing import Any

from keyward_client._request import Request

from ...models.group_list import GroupList
from ...models.list_groups_sort import ListGroupsSort
from ...types import UNSET, Unset


def request(
    *,
    search: str | Unset = UNSET,
    is_double: bool | Unset = UNSET,
    sort: ListGroupsSort | Unset = UNSET,
    page: int | Unset = UNSET,
    cursor: str | Unset = UNSET,
    limit: int | Unset = UNSET,
) -> Request:

    params: dict[str, Any] = {}

    params["search"] = search

    params["isDouble"] = is_double

    params["sort"] = sort

    params["page"] = page

    params["cursor"] = cursor

    params["limit"] = limit

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    return Request(
        "GET",
        "/api/v1/directory/groups",
        accept="application/json",
        query=params,
    )


def answer(data: Any) -> GroupList:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = GroupList.from_dict(data)

    return response_200
