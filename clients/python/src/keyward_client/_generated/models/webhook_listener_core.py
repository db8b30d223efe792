from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.event_subscription import EventSubscription

T = TypeVar("T", bound="WebhookListenerCore")


@_attrs_define
class WebhookListenerCore:
    """What every listener shows

    Example:
        {'id': 'wh_01kahz5v3be4nr7q2m8x9c0d1e', 'events': ['credential.rotated', 'credential.expired'], 'connectBefore':
            '2026-01-15T10:31:00.000Z', 'createdAt': '2026-01-15T10:30:00.000Z', 'createdBy':
            'cred_01kahz5v3be4nr7q2m8x9c0d1e'}

    Attributes:
        id (str):
        events (list[EventSubscription | str]): The types of events it is sent Example: ['credential.rotated',
            'credential.expired'].
        connect_before (datetime.datetime): The listener is gone if no stream is open at this time
        created_at (datetime.datetime):
        created_by (None | str): The ID of the key or user that created it
    """

    id: str
    events: list[EventSubscription | str]
    connect_before: datetime.datetime
    created_at: datetime.datetime
    created_by: None | str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        events = []
        for componentsschemas_event_subscriptions_item_data in self.events:
            componentsschemas_event_subscriptions_item: str
            componentsschemas_event_subscriptions_item = (
                componentsschemas_event_subscriptions_item_data
            )
            events.append(componentsschemas_event_subscriptions_item)

        connect_before = self.connect_before.isoformat()

        created_at = self.created_at.isoformat()

        created_by: None | str
        created_by = self.created_by

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "events": events,
                "connectBefore": connect_before,
                "createdAt": created_at,
                "createdBy": created_by,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = d.pop("id")

        events = []
        _events = d.pop("events")
        for componentsschemas_event_subscriptions_item_data in _events:

            def _parse_componentsschemas_event_subscriptions_item(
                data: object,
            ) -> EventSubscription | str:
                return cast(EventSubscription | str, data)

            componentsschemas_event_subscriptions_item = (
                _parse_componentsschemas_event_subscriptions_item(
                    componentsschemas_event_subscriptions_item_data
                )
            )

            events.append(componentsschemas_event_subscriptions_item)

        connect_before = datetime.datetime.fromisoformat(
            d.pop("connectBefore").replace("Z", "+00:00")
        )

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt").replace("Z", "+00:00"))

        def _parse_created_by(data: object) -> None | str:
            return cast(None | str, data)

        created_by = _parse_created_by(d.pop("createdBy"))

        webhook_listener_core = cls(
            id=id,
            events=events,
            connect_before=connect_before,
            created_at=created_at,
            created_by=created_by,
        )

        webhook_listener_core.additional_properties = d
        return webhook_listener_core

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> Any:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
