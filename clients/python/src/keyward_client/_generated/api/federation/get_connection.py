from typing import Any

from keyward_client._request import Request, segment

from ...models.connection import Connection


def request(
    id: str,
) -> Request:

    return Request(
        "GET",
        f"/api/v1/federation/{segment(id)}",
        accept="application/json",
    )


def answer(data: Any) -> Connection:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = Connection.from_dict(data)

    return response_200
