from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.alert_trigger import AlertTrigger

if TYPE_CHECKING:
    from ..models.alert_channel import AlertChannel
    from ..models.alert_conditions import AlertConditions


T = TypeVar("T", bound="AlertRule")


@_attrs_define
class AlertRule:
    """Which events raise an alert, and where it is sent

    Example:
        {'id': 'alr_01kahz5v3be4nr7q2m8x9c0d1e', 'name': 'Production anomalies', 'events': ['anomaly.detected'],
            'conditions': {'minSeverity': 'HIGH', 'identityTypes': None, 'tags': ['production']}, 'enabled': True,
            'throttleSeconds': 300, 'channels': [{'id': 'alc_01kahz5v3be4nr7q2m8x9c0d1e', 'type': 'SLACK', 'host':
            'hooks.slack.com', 'region': None, 'userIds': [], 'lastSuccessAt': '2026-01-15T10:30:00.000Z', 'lastFailureAt':
            None, 'lastError': None}], 'createdAt': '2026-01-15T10:30:00.000Z', 'updatedAt': '2026-01-15T10:30:00.000Z',
            'createdBy': 'cred_01kahz5v3be4nr7q2m8x9c0d1e'}

    Attributes:
        id (str):
        name (str):
        events (list[AlertTrigger | str]): The events it waits for Example: ['anomaly.detected'].
        conditions (AlertConditions): What an event must have besides its type; all that are given must fit Example:
            {'minSeverity': 'HIGH', 'identityTypes': None, 'tags': ['production']}.
        enabled (bool):
        throttle_seconds (int): How long after an alert the same cause raises no new alert, even if the first is
            resolved. The first alert counts it Example: 300.
        channels (list[AlertChannel]): The places that its alerts are sent to Example: [{'id':
            'alc_01kahz5v3be4nr7q2m8x9c0d1e', 'type': 'SLACK', 'host': 'hooks.slack.com', 'region': None, 'userIds': [],
            'lastSuccessAt': '2026-01-15T10:30:00.000Z', 'lastFailureAt': None, 'lastError': None}].
        created_at (datetime.datetime):
        updated_at (datetime.datetime):
        created_by (None | str): The ID of the key or user that created it
    """

    id: str
    name: str
    events: list[AlertTrigger | str]
    conditions: AlertConditions
    enabled: bool
    throttle_seconds: int
    channels: list[AlertChannel]
    created_at: datetime.datetime
    updated_at: datetime.datetime
    created_by: None | str

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        name = self.name

        events = []
        for componentsschemas_alert_triggers_item_data in self.events:
            componentsschemas_alert_triggers_item: str
            componentsschemas_alert_triggers_item = componentsschemas_alert_triggers_item_data
            events.append(componentsschemas_alert_triggers_item)

        conditions = self.conditions.to_dict()

        enabled = self.enabled

        throttle_seconds = self.throttle_seconds

        channels = []
        for componentsschemas_alert_channels_item_data in self.channels:
            componentsschemas_alert_channels_item = (
                componentsschemas_alert_channels_item_data.to_dict()
            )

            channels.append(componentsschemas_alert_channels_item)

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()

        created_by: None | str
        created_by = self.created_by

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "id": id,
                "name": name,
                "events": events,
                "conditions": conditions,
                "enabled": enabled,
                "throttleSeconds": throttle_seconds,
                "channels": channels,
                "createdAt": created_at,
                "updatedAt": updated_at,
                "createdBy": created_by,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.alert_channel import AlertChannel  # noqa: PLC0415
        from ..models.alert_conditions import AlertConditions  # noqa: PLC0415

        d = dict(src_dict)
        id = d.pop("id")

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

        conditions = AlertConditions.from_dict(d.pop("conditions"))

        enabled = d.pop("enabled")

        throttle_seconds = d.pop("throttleSeconds")

        channels = []
        _channels = d.pop("channels")
        for componentsschemas_alert_channels_item_data in _channels:
            componentsschemas_alert_channels_item = AlertChannel.from_dict(
                componentsschemas_alert_channels_item_data
            )

            channels.append(componentsschemas_alert_channels_item)

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt").replace("Z", "+00:00"))

        updated_at = datetime.datetime.fromisoformat(d.pop("updatedAt").replace("Z", "+00:00"))

        def _parse_created_by(data: object) -> None | str:
            return cast(None | str, data)

        created_by = _parse_created_by(d.pop("createdBy"))

        alert_rule = cls(
            id=id,
            name=name,
            events=events,
            conditions=conditions,
            enabled=enabled,
            throttle_seconds=throttle_seconds,
            channels=channels,
            created_at=created_at,
            updated_at=updated_at,
            created_by=created_by,
        )

        return alert_rule
