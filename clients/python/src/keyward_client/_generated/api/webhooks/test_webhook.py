from typing import Any

from keyward_client._request import Request, segment

from ...models.webhook_test import WebhookTest


def request(
    id: str,
) -> Request:

    return Request(
        "POST",
        f"/api/v1/webhooks/{segment(id)}/test",
        accept="application/json",
    )


def answer(data: Any) -> WebhookTest:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = WebhookTest.from_dict(data)

    return response_200
