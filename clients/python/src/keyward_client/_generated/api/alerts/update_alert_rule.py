import builtins
from typing import Any

from keyward_client._request import (
    Request,
    json_content,
    segment,
)

from ...models.alert_channel_input import AlertChannelInput
from ...models.alert_conditions_patch import AlertConditionsPatch
from ...models.alert_rule import AlertRule
from ...models.alert_rule_patch import AlertRulePatch
from ...models.alert_trigger import AlertTrigger
from ...types import UNSET, Unset


def request(
    id: str,
    *,
    name: str | Unset = UNSET,
    events: builtins.list[AlertTrigger | str] | Unset = UNSET,
    conditions: AlertConditionsPatch | Unset = UNSET,
    enabled: bool | Unset = UNSET,
    throttle_seconds: int | Unset = UNSET,
    channels: builtins.list[AlertChannelInput] | Unset = UNSET,
    if_match: str | Unset = UNSET,
) -> Request:
    headers: dict[str, Any] = {}
    if not isinstance(if_match, Unset):
        headers["If-Match"] = if_match

    _body = AlertRulePatch(
        name=name,
        events=events,
        conditions=conditions,
        enabled=enabled,
        throttle_seconds=throttle_seconds,
        channels=channels,
    ).to_dict()
    return Request(
        "PATCH",
        f"/api/v1/alert-rules/{segment(id)}",
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
