from typing import Any

from keyward._request import Request, segment

from ...models.list_group_members_sort import ListGroupMembersSort
from ...models.member_list import MemberList
from ...types import UNSET, Unset


def request(
    group_id: str,
    *,
    sort: ListGroupMembersSort | Unset = UNSET,
    page: int | Unset = UNSET,
    cursor: str | Unset = UNSET,
    limit: int | Unset = UNSET,
) -> Request:

    params: dict[str, Any] = {}

    params["sort"] = sort

    params["page"] = page

    params["cursor"] = cursor

    params["limit"] = limit

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    return Request(
        "GET",
        f"/api/v1/directory/groups/{segment(group_id)}/members",
        accept="application/json",
        query=params,
    )


def answer(data: Any) -> MemberList:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = MemberList.from_dict(data)

    return response_200
