from typing import Any

from keyward_client._request import Request

from ...models.webhook_listener_list import WebhookListenerList
from ...types import UNSET, Unset


def request(
    *,
    page: int | Unset = UNSET,
    limit: int | Unset = UNSET,
) -> Request:

    params: dict[str, Any] = {}

    params["page"] = page

    params["limit"] = limit

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    return Request(
        "GET",
        "/api/v1/webhook-listeners",
        accept="application/json",
        query=params,
    )


def answer(data: Any) -> WebhookListenerList:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = WebhookListenerList.from_dict(data)

    return response_200
