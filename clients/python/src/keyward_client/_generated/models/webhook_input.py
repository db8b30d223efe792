from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.event_subscription import EventSubscription
from ..models.webhook_ordering import WebhookOrdering
from ..types import UNSET, Unset

T = TypeVar("T", bound="WebhookInput")


@_attrs_define
class WebhookInput:
    """A webhook to create

    Example:
        {'name': 'Secret store', 'url': 'https://hooks.example.com/keyward', 'events': ['credential.rotated',
            'credential.expired']}

    Attributes:
        name (str):
        url (str): The URL that events are sent to. https at port 443 or above 1023, without user, password and
            fragment. Private addresses are refused Example: https://hooks.example.com/keyward.
        events (list[EventSubscription | str]): The types of events it is sent Example: ['credential.rotated',
            'credential.expired'].
        ordering (str | Unset | WebhookOrdering): `PER_RESOURCE` delivers the events of one identity, user or group one
            after the other. An event that fails holds up the next. `NONE` delivers each event as soon as possible
    """

    name: str
    url: str
    events: list[EventSubscription | str]
    ordering: str | Unset | WebhookOrdering = UNSET

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        url = self.url

        events = []
        for componentsschemas_event_subscriptions_item_data in self.events:
            componentsschemas_event_subscriptions_item: str
            componentsschemas_event_subscriptions_item = (
                componentsschemas_event_subscriptions_item_data
            )
            events.append(componentsschemas_event_subscriptions_item)

        ordering: str | Unset
        if isinstance(self.ordering, Unset):
            ordering = UNSET
        else:
            ordering = self.ordering

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "name": name,
                "url": url,
                "events": events,
            }
        )
        if ordering is not UNSET:
            field_dict["ordering"] = ordering

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        name = d.pop("name")

        url = d.pop("url")

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

        def _parse_ordering(data: object) -> str | Unset | WebhookOrdering:
            return cast(str | Unset | WebhookOrdering, data)

        ordering = _parse_ordering(d.pop("ordering", UNSET))

        webhook_input = cls(
            name=name,
            url=url,
            events=events,
            ordering=ordering,
        )

        return webhook_input
