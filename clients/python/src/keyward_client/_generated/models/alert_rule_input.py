from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.alert_trigger import AlertTrigger
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.alert_channel_input import AlertChannelInput
    from ..models.alert_conditions import AlertConditions


T = TypeVar("T", bound="AlertRuleInput")


@_attrs_define
class AlertRuleInput:
    """An alert rule to create

    Example:
        {'name': 'Production anomalies', 'events': ['anomaly.detected'], 'conditions': {'minSeverity': 'HIGH', 'tags':
            ['production']}}

    Attributes:
        name (str):
        events (list[AlertTrigger | str]): The events it waits for Example: ['anomaly.detected'].
        conditions (AlertConditions | Unset): What an event must have besides its type; all that are given must fit
            Example: {'minSeverity': 'HIGH', 'identityTypes': None, 'tags': ['production']}.
        enabled (bool | Unset):
        throttle_seconds (int | Unset): How long after an alert the same cause raises no new alert, even if the first is
            resolved. The first alert counts it Example: 300.
        channels (list[AlertChannelInput] | Unset): The places that its alerts are sent to, at most five. A change
            replaces the list: channels that are not in it are removed. Each change of it needs `alerts.read`. A new address
            needs `webhooks.write`, and new recipients need `directory.read` Example: [{'type': 'SLACK', 'url':
            'https://hooks.slack.com/services/T00000000/B00000000/example'}].
    """

    name: str
    events: list[AlertTrigger | str]
    conditions: AlertConditions | Unset = UNSET
    enabled: bool | Unset = UNSET
    throttle_seconds: int | Unset = UNSET
    channels: list[AlertChannelInput] | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        events = []
        for componentsschemas_alert_triggers_item_data in self.events:
            componentsschemas_alert_triggers_item: str
            componentsschemas_alert_triggers_item = componentsschemas_alert_triggers_item_data
            events.append(componentsschemas_alert_triggers_item)

        conditions: dict[str, Any] | Unset = UNSET
        if not isinstance(self.conditions, Unset):
            conditions = self.conditions.to_dict()

        enabled = self.enabled

        throttle_seconds = self.throttle_seconds

        channels: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.channels, Unset):
            channels = []
            for componentsschemas_alert_channel_inputs_item_data in self.channels:
                componentsschemas_alert_channel_inputs_item = (
                    componentsschemas_alert_channel_inputs_item_data.to_dict()
                )

                channels.append(componentsschemas_alert_channel_inputs_item)

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "name": name,
                "events": events,
            }
        )
        if conditions is not UNSET:
            field_dict["conditions"] = conditions
        if enabled is not UNSET:
            field_dict["enabled"] = enabled
        if throttle_seconds is not UNSET:
            field_dict["throttleSeconds"] = throttle_seconds
        if channels is not UNSET:
            field_dict["channels"] = channels

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.alert_channel_input import AlertChannelInput  # noqa: PLC0415
        from ..models.alert_conditions import AlertConditions  # noqa: PLC0415

        d = dict(src_dict)
        name = d.pop("name")

        events = []
        _events = d.pop("events")
        for componentsschemas_alert_triggers_item_data in _events:

            def _parse_componentsschemas_alert_triggers_item(data: object) -> AlertTrigger | str:
                return cast(AlertTrigger | str, data)

            componentsschemas_alert_triggers_item = _parse_componentsschemas_alert_triggers_item(
                componentsschemas_alert_triggers_item_data
            )

            events.append(componentsschemas_alert_triggers_item)

        _conditions = d.pop("conditions", UNSET)
        conditions: AlertConditions | Unset
        if isinstance(_conditions, Unset):
            conditions = UNSET
        else:
            conditions = AlertConditions.from_dict(_conditions)

        enabled = d.pop("enabled", UNSET)

        throttle_seconds = d.pop("throttleSeconds", UNSET)

        _channels = d.pop("channels", UNSET)
        channels: list[AlertChannelInput] | Unset = UNSET
        if _channels is not UNSET:
            channels = []
            for componentsschemas_alert_channel_inputs_item_data in _channels:
                componentsschemas_alert_channel_inputs_item = AlertChannelInput.from_dict(
                    componentsschemas_alert_channel_inputs_item_data
                )

                channels.append(componentsschemas_alert_channel_inputs_item)

        alert_rule_input = cls(
            name=name,
            events=events,
            conditions=conditions,
            enabled=enabled,
            throttle_seconds=throttle_seconds,
            channels=channels,
        )

        return alert_rule_input
