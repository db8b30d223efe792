from typing import Any

from keyward_client._request import Request, segment

from ...models.alert_rule import AlertRule


def request(
    id: str,
) -> Request:

    return Request(
        "GET",
        f"/api/v1/alert-rules/{segment(id)}",
        accept="application/json",
    )


def answer(data: Any) -> AlertRule:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = AlertRule.from_dict(data)

    return response_200
