from typing import Any

from keyward_client._request import Request, segment

from ...models.alert import Alert


def request(
    id: str,
) -> Request:

    return Request(
        "GET",
        f"/api/v1/alerts/{segment(id)}",
        accept="application/json",
    )


def answer(data: Any) -> Alert:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = Alert.from_dict(data)

    return response_200
