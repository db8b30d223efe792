from typing import Any

from keyward_client._request import Request, segment

from ...models.policy import Policy


def request(
    id: str,
) -> Request:

    return Request(
        "GET",
        f"/api/v1/policies/{segment(id)}",
        accept="application/json",
    )


def answer(data: Any) -> Policy:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = Policy.from_dict(data)

    return response_200
