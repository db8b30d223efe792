from typing import Any

from keyward_client._request import Request, segment

from ...models.webhook_with_stats import WebhookWithStats


def request(
    id: str,
) -> Request:

    return Request(
        "GET",
        f"/api/v1/webhooks/{segment(id)}",
        accept="application/json",
    )


def answer(data: Any) -> WebhookWithStats:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = WebhookWithStats.from_dict(data)

    return response_200
