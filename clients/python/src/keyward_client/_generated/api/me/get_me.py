from typing import Any

from keyward_client._request import Request

from ...models.me import Me


def request() -> Request:

    return Request(
        "GET",
        "/api/v1/me",
        accept="application/json",
    )


def answer(data: Any) -> Me:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = Me.from_dict(data)

    return response_200
