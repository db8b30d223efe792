from typing import Any

from keyward_client._request import Request, segment

from ...models.user import User


def request(
    user_id: str,
) -> Request:

    return Request(
        "GET",
        f"/api/v1/directory/users/{segment(user_id)}",
        accept="application/json",
    )


def answer(data: Any) -> User:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = User.from_dict(data)

    return response_200
