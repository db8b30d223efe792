from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.event_subscription import EventSubscription
from ..models.webhook_ordering import WebhookOrdering
from ..models.webhook_status import WebhookStatus

T = TypeVar("T", bound="WebhookCore")


@_attrs_define
class WebhookCore:
    """What every webhook shows

    Example:
        {'id': 'wh_01kahz5v3be4nr7q2m8x9c0d1e', 'name': 'Secret store', 'url': 'https://hooks.example.com/keyward',
            'events': ['credential.rotated', 'credential.expired'], 'status': 'ACTIVE', 'ordering': 'NONE',
            'previousSecretExpiresAt': None, 'failingSince': None, 'disabledAt': None, 'createdAt':
            '2026-01-15T10:30:00.000Z', 'updatedAt': '2026-01-15T10:30:00.000Z', 'createdBy':
            'cred_01kahz5v3be4nr7q2m8x9c0d1e'}

    Attributes:
        id (str):
        name (str):
        url (str): The URL that events are sent to. https at port 443 or above 1023, without user, password and
            fragment. Private addresses are refused Example: https://hooks.example.com/keyward.
        events (list[EventSubscription | str]): The types of events it is sent Example: ['credential.rotated',
            'credential.expired'].
        status (str | WebhookStatus): `PAUSED` by you: events are held; `DISABLED` by 120 hours of nothing but failure:
            events are not sent
        ordering (str | WebhookOrdering): `PER_RESOURCE` delivers the events of one identity, user or group one after
            the other. An event that fails holds up the next. `NONE` delivers each event as soon as possible
        previous_secret_expires_at (datetime.datetime | None): Until when deliveries are signed with the secret before
            the last rotation as well
        failing_since (datetime.datetime | None): Since when every attempt has failed; null while the last one succeeded
        disabled_at (datetime.datetime | None): Since when it is disabled for its failures
        created_at (datetime.datetime):
        updated_at (datetime.datetime):
        created_by (None | str): The ID of the key or user that created it
    """

    id: str
    name: str
    url: str
    events: list[EventSubscription | str]
    status: str | WebhookStatus
    ordering: str | WebhookOrdering
    previous_secret_expires_at: datetime.datetime | None
    failing_since: datetime.datetime | None
    disabled_at: datetime.datetime | None
    created_at: datetime.datetime
    updated_at: datetime.datetime
    created_by: None | str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        name = self.name

        url = self.url

        events = []
        for componentsschemas_event_subscriptions_item_data in self.events:
            componentsschemas_event_subscriptions_item: str
            componentsschemas_event_subscriptions_item = (
                componentsschemas_event_subscriptions_item_data
            )
            events.append(componentsschemas_event_subscriptions_item)

        status: str
        status = self.status

        ordering: str
        ordering = self.ordering

        previous_secret_expires_at: None | str
        if isinstance(self.previous_secret_expires_at, datetime.datetime):
            previous_secret_expires_at = self.previous_secret_expires_at.isoformat()
        else:
            previous_secret_expires_at = self.previous_secret_expires_at

        failing_since: None | str
        if isinstance(self.failing_since, datetime.datetime):
            failing_since = self.failing_since.isoformat()
        else:
            failing_since = self.failing_since

        disabled_at: None | str
        if isinstance(self.disabled_at, datetime.datetime):
            disabled_at = self.disabled_at.isoformat()
        else:
            disabled_at = self.disabled_at

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()

        created_by: None | str
        created_by = self.created_by

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "name": name,
                "url": url,
                "events": events,
                "status": status,
                "ordering": ordering,
                "previousSecretExpiresAt": previous_secret_expires_at,
                "failingSince": failing_since,
                "disabledAt": disabled_at,
                "createdAt": created_at,
                "updatedAt": updated_at,
                "createdBy": created_by,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = d.pop("id")

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

        def _parse_status(data: object) -> str | WebhookStatus:
            return cast(str | WebhookStatus, data)

        status = _parse_status(d.pop("status"))

        def _parse_ordering(data: object) -> str | WebhookOrdering:
            return cast(str | WebhookOrdering, data)

        ordering = _parse_ordering(d.pop("ordering"))

        def _parse_previous_secret_expires_at(data: object) -> datetime.datetime | None:
            try:
                if not isinstance(data, str):
                    raise TypeError
                previous_secret_expires_at_type_0 = datetime.datetime.fromisoformat(
                    data.replace("Z", "+00:00")
                )

                return previous_secret_expires_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        previous_secret_expires_at = _parse_previous_secret_expires_at(
            d.pop("previousSecretExpiresAt")
        )

        def _parse_failing_since(data: object) -> datetime.datetime | None:
            try:
                if not isinstance(data, str):
                    raise TypeError
                failing_since_type_0 = datetime.datetime.fromisoformat(data.replace("Z", "+00:00"))

                return failing_since_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        failing_since = _parse_failing_since(d.pop("failingSince"))

        def _parse_disabled_at(data: object) -> datetime.datetime | None:
            try:
                if not isinstance(data, str):
                    raise TypeError
                disabled_at_type_0 = datetime.datetime.fromisoformat(data.replace("Z", "+00:00"))

                return disabled_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        disabled_at = _parse_disabled_at(d.pop("disabledAt"))

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt").replace("Z", "+00:00"))

        updated_at = datetime.datetime.fromisoformat(d.pop("updatedAt").replace("Z", "+00:00"))

        def _parse_created_by(data: object) -> None | str:
            return cast(None | str, data)

        created_by = _parse_created_by(d.pop("createdBy"))

        webhook_core = cls(
            id=id,
            name=name,
            url=url,
            events=events,
            status=status,
            ordering=ordering,
            previous_secret_expires_at=previous_secret_expires_at,
            failing_since=failing_since,
            disabled_at=disabled_at,
            created_at=created_at,
            updated_at=updated_at,
            created_by=created_by,
        )

        webhook_core.additional_properties = d
        return webhook_core

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
