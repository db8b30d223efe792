import builtins
from typing import Any

from keyward_client._request import (
    Request,
    json_content,
    new_idempotency_key,
)

from ...models.alert_channel_input import AlertChannelInput
from ...models.alert_conditions import AlertConditions
from ...models.alert_rule import AlertRule
from ...models.alert_rule_input import AlertRuleInput
from ...models.alert_trigger import AlertTrigger
from ...types import UNSET, Unset


def request(
    *,
    name: str,
    events: builtins.list[AlertTrigger | str],
    conditions: AlertConditions | Unset = UNSET,
    enabled: bool | Unset = UNSET,
    throttle_seconds: int | Unset = UNSET,
    channels: builtins.list[AlertChannelInput] | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Request:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    headers.setdefault("Idempotency-Key", new_idempotency_key())

    _body = AlertRuleInput(
        name=name,
        events=events,
        conditions=conditions,
        enabled=enabled,
        throttle_seconds=throttle_seconds,
        channels=channels,
    ).to_dict()
    return Request(
        "POST",
        "/api/v1/alert-rules",
        accept="application/json",
        headers=headers,
        content_type="application/json",
        content=json_content(_body, optional=False),
    )


def answer(data: Any) -> AlertRule:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = AlertRule.from_dict(data)

    return response_200
