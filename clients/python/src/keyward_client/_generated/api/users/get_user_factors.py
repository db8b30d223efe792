from typing import Any

from keyward_client._request import Request, segment

from ...models.user_factors import UserFactors


def request(
    user_id: str,
) -> Request:

    return Request(
        "GET",
        f"/api/v1/directory/users/{segment(user_id)}/factors",
        accept="application/json",
    )


def answer(data: Any) -> UserFactors:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = UserFactors.from_dict(data)

    return response_200
