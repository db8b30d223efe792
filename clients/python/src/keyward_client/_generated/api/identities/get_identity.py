from typing import Any

from keyward_client._request import Request, segment

from ...models.identity import Identity


def request(
    id: str,
) -> Request:

    return Request(
        "GET",
        f"/api/v1/identities/{segment(id)}",
        accept="application/json",
    )


def answer(data: Any) -> Identity:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = Identity.from_dict(data)

    return response_200
