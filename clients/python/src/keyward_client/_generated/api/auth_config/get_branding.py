from typing import Any

from keyward_client._request import Request

from ...models.branding import Branding


def request() -> Request:

    return Request(
        "GET",
        "/api/v1/branding",
        accept="application/json",
    )


def answer(data: Any) -> Branding:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = Branding.from_dict(data)

    return response_200
