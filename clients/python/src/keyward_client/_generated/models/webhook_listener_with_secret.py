from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.event_subscription import EventSubscription

T = TypeVar("T", bound="WebhookListenerWithSecret")


@_attrs_define
class WebhookListenerWithSecret:
    """A listener with its whole signing secret, which is shown only here

    Example:
        {'id': 'wh_01kahz5v3be4nr7q2m8x9c0d1e', 'events': ['credential.rotated', 'credential.expired'], 'connectBefore':
            '2026-01-15T10:31:00.000Z', 'createdAt': '2026-01-15T10:30:00.000Z', 'createdBy':
            'cred_01kahz5v3be4nr7q2m8x9c0d1e', 'signingSecret': 'whsec_EXAMPLE000000000000000000000000000000000000='}

    Attributes:
        id (str):
        events (list[EventSubscription | str]): The types of events it is sent Example: ['credential.rotated',
            'credential.expired'].
        connect_before (datetime.datetime): The listener is gone if no stream is open at this time
        created_at (datetime.datetime):
        created_by (None | str): The ID of the key or user that created it
        signing_secret (str): The signing secret; keep it now, it is never shown again. With `X-Wrap-Ttl` a wrap token
            in its place Example: whsec_EXAMPLE000000000000000000000000000000000000=.
    """

    id: str
    events: list[EventSubscription | str]
    connect_before: datetime.datetime
    created_at: datetime.datetime
    created_by: None | str
    signing_secret: str

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

        signing_secret = self.signing_secret

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "id": id,
                "events": events,
                "connectBefore": connect_before,
                "createdAt": created_at,
                "createdBy": created_by,
                "signingSecret": signing_secret,
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

        signing_secret = d.pop("signingSecret")

        webhook_listener_with_secret = cls(
            id=id,
            events=events,
            connect_before=connect_before,
            created_at=created_at,
            created_by=created_by,
            signing_secret=signing_secret,
        )

        return webhook_listener_with_secret
