from typing import Any

from keyward_client._request import Request, segment

from ...models.user import User
from ...types import UNSET, Unset


def request(
    user_id: str,
    *,
    if_match: str | Unset = UNSET,
) -> Request:
    headers: dict[str, Any] = {}
    if not isinstance(if_match, Unset):
        headers["If-Match"] = if_match

    return Request(
        "DELETE",
        f"/api/v1/directory/users/{segment(user_id)}/factors",
        accept="application/json",
        headers=headers,
    )


def answer(data: Any) -> User:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = User.from_dict(data)

    return response_200
