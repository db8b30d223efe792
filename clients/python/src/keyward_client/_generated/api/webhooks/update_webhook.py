import builtins
from typing import Any

from keyward_client._request import (
    Request,
    json_content,
    segment,
)

from ...models.event_subscription import EventSubscription
from ...models.webhook import Webhook
from ...models.webhook_change import WebhookChange
from ...models.webhook_ordering import WebhookOrdering
from ...types import UNSET, Unset


def request(
    id: str,
    *,
    name: str | Unset = UNSET,
    url: str | Unset = UNSET,
    events: builtins.list[EventSubscription | str] | Unset = UNSET,
    ordering: str | Unset | WebhookOrdering = UNSET,
    if_match: str | Unset = UNSET,
) -> Request:
    headers: dict[str, Any] = {}
    if not isinstance(if_match, Unset):
        headers["If-Match"] = if_match

    _body = WebhookChange(
        name=name,
        url=url,
        events=events,
        ordering=ordering,
    ).to_dict()
    return Request(
        "PUT",
        f"/api/v1/webhooks/{segment(id)}",
        accept="application/json",
        headers=headers,
        content_type="application/json",
        content=json_content(_body, optional=False),
    )


def answer(data: Any) -> Webhook:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = Webhook.from_dict(data)

    return response_200
