from typing import Any

from keyward_client._request import Request

from ...models.list_users_sort import ListUsersSort
from ...models.user_list import UserList
from ...models.user_role import UserRole
from ...models.user_status import UserStatus
from ...types import UNSET, Unset


def request(
    *,
    status: str | Unset | UserStatus = UNSET,
    group: str | Unset = UNSET,
    role: str | Unset | UserRole = UNSET,
    search: str | Unset = UNSET,
    is_double: bool | Unset = UNSET,
    sort: ListUsersSort | Unset = UNSET,
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

    params["group"] = group

    json_role: str | Unset
    if isinstance(role, Unset):
        json_role = UNSET
    else:
        json_role = role
    params["role"] = json_role

    params["search"] = search

    params["isDouble"] = is_double

    params["sort"] = sort

    params["page"] = page

    params["cursor"] = cursor

    params["limit"] = limit

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    return Request(
        "GET",
        "/api/v1/directory/users",
        accept="application/json",
        query=params,
    )


def answer(data: Any) -> UserList:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = UserList.from_dict(data)

    return response_200
