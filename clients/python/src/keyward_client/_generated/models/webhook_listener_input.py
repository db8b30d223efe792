from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.event_subscription import EventSubscription

T = TypeVar("T", bound="WebhookListenerInput")


@_attrs_define
class WebhookListenerInput:
    """Which events to listen to

    Example:
        {'events': ['credential.rotated', 'credential.expired']}

    Attributes:
        events (list[EventSubscription | str]): The types of events it is sent Example: ['credential.rotated',
            'credential.expired'].
    """

    events: list[EventSubscription | str]

    def to_dict(self) -> dict[str, Any]:
        events = []
        for componentsschemas_event_subscriptions_item_data in self.events:
            componentsschemas_event_subscriptions_item: str
            componentsschemas_event_subscriptions_item = (
                componentsschemas_event_subscriptions_item_data
            )
            events.append(componentsschemas_event_subscriptions_item)

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "events": events,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
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

        webhook_listener_input = cls(
            events=events,
        )

        return webhook_listener_input
