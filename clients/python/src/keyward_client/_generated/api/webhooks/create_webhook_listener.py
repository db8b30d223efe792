import builtins
from typing import Any

from keyward_client._request import (
    Request,
    json_content,
    new_idempotency_key,
)

from ...models.event_subscription import EventSubscription
from ...models.webhook_listener_input import WebhookListenerInput
from ...models.webhook_listener_with_secret import WebhookListenerWithSecret
from ...types import UNSET, Unset


def request(
    *,
    events: builtins.list[EventSubscription | str],
    idempotency_key: str | Unset = UNSET,
    x_wrap_ttl: int | Unset = UNSET,
) -> Request:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    if not isinstance(x_wrap_ttl, Unset):
        headers["X-Wrap-Ttl"] = str(x_wrap_ttl)

    headers.setdefault("Idempotency-Key", new_idempotency_key())

    _body = WebhookListenerInput(
        events=events,
    ).to_dict()
    return Request(
        "POST",
        "/api/v1/webhook-listeners",
        accept="application/json",
        headers=headers,
        content_type="application/json",
        content=json_content(_body, optional=False),
    )


def answer(data: Any) -> WebhookListenerWithSecret:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = WebhookListenerWithSecret.from_dict(data)

    return response_200
