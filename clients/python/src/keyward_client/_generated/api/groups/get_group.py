from typing import Any

from keyward_client._request import Request, segment

from ...models.group import Group


def request(
    group_id: str,
) -> Request:

    return Request(
        "GET",
        f"/api/v1/directory/groups/{segment(group_id)}",
        accept="application/json",
    )


def answer(data: Any) -> Group:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = Group.from_dict(data)

    return response_200
