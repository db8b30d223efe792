import builtins
from typing import Any

from keyward_client._request import (
    Request,
    json_content,
    new_idempotency_key,
)

from ...models.event_subscription import EventSubscription
from ...models.webhook_input import WebhookInput
from ...models.webhook_ordering import WebhookOrdering
from ...models.webhook_with_secret import WebhookWithSecret
from ...types import UNSET, Unset


def request(
    *,
    name: str,
    url: str,
    events: builtins.list[EventSubscription | str],
    ordering: str | Unset | WebhookOrdering = UNSET,
    idempotency_key: str | Unset = UNSET,
    x_wrap_ttl: int | Unset = UNSET,
) -> Request:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    if not isinstance(x_wrap_ttl, Unset):
        headers["X-Wrap-Ttl"] = str(x_wrap_ttl)

    headers.setdefault("Idempotency-Key", new_idempotency_key())

    _body = WebhookInput(
        name=name,
        url=url,
        events=events,
        ordering=ordering,
    ).to_dict()
    return Request(
        "POST",
        "/api/v1/webhooks",
        accept="application/json",
        headers=headers,
        content_type="application/json",
        content=json_content(_body, optional=False),
    )


def answer(data: Any) -> WebhookWithSecret:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = WebhookWithSecret.from_dict(data)

    return response_200
