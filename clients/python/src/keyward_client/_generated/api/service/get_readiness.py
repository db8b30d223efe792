from typing import Any

from keyward_client._request import Request

from ...models.health import Health


def request() -> Request:

    return Request(
        "GET",
        "/health/ready",
        accept="application/json",
    )


def answer(data: Any) -> Health:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = Health.from_dict(data)

    return response_200
