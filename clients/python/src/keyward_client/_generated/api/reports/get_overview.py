from typing import Any

from keyward_client._request import Request

from ...models.overview import Overview


def request() -> Request:

    return Request(
        "GET",
        "/api/v1/reports/overview",
        accept="application/json",
    )


def answer(data: Any) -> Overview:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = Overview.from_dict(data)

    return response_200
