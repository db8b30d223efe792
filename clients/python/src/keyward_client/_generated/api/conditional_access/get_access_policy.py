from typing import Any

from keyward_client._request import Request, segment

from ...models.access_policy import AccessPolicy


def request(
    id: str,
) -> Request:

    return Request(
        "GET",
        f"/api/v1/conditional-access/policies/{segment(id)}",
        accept="application/json",
    )


def answer(data: Any) -> AccessPolicy:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = AccessPolicy.from_dict(data)

    return response_200
