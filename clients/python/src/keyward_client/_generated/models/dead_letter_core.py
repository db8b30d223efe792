from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.attempt import Attempt


T = TypeVar("T", bound="DeadLetterCore")


@_attrs_define
class DeadLetterCore:
    """What every dead letter shows

    Example:
        {'id': 'dlq_01kahz5v3be4nr7q2m8x9c0d1e', 'deliveryId': 'dlv_01kahz5v3be4nr7q2m8x9c0d1e', 'eventId':
            'evt_01kahz5v3be4nr7q2m8x9c0d1e', 'eventType': 'credential.rotated', 'eventAt': '2026-01-15T10:30:00.000Z',
            'resourceId': 'idn_01kahz5v3be4nr7q2m8x9c0d1e', 'attemptCount': 6, 'lastAttempt': {'attempt': 6, 'at':
            '2026-01-16T01:06:00.000Z', 'responseCode': 503, 'latency': '123ms', 'error': 'HTTP_STATUS', 'responseBody':
            'down'}, 'failedAt': '2026-01-16T01:06:00.000Z', 'expiresAt': '2026-02-15T01:06:00.000Z'}

    Attributes:
        id (str):
        delivery_id (str):
        event_id (str):
        event_type (str):
        event_at (datetime.datetime): When it happened
        resource_id (None | str): The identity, user or group it happened to
        attempt_count (int):
        last_attempt (Attempt | None):
        failed_at (datetime.datetime): When it was given up
        expires_at (datetime.datetime): When it is removed
    """

    id: str
    delivery_id: str
    event_id: str
    event_type: str
    event_at: datetime.datetime
    resource_id: None | str
    attempt_count: int
    last_attempt: Attempt | None
    failed_at: datetime.datetime
    expires_at: datetime.datetime
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.attempt import Attempt  # noqa: PLC0415

        id = self.id

        delivery_id = self.delivery_id

        event_id = self.event_id

        event_type = self.event_type

        event_at = self.event_at.isoformat()

        resource_id: None | str
        resource_id = self.resource_id

        attempt_count = self.attempt_count

        last_attempt: dict[str, Any] | None
        if isinstance(self.last_attempt, Attempt):
            last_attempt = self.last_attempt.to_dict()

        else:
            last_attempt = self.last_attempt

        failed_at = self.failed_at.isoformat()

        expires_at = self.expires_at.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "deliveryId": delivery_id,
                "eventId": event_id,
                "eventType": event_type,
                "eventAt": event_at,
                "resourceId": resource_id,
                "attemptCount": attempt_count,
                "lastAttempt": last_attempt,
                "failedAt": failed_at,
                "expiresAt": expires_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.attempt import Attempt  # noqa: PLC0415

        d = dict(src_dict)
        id = d.pop("id")

        delivery_id = d.pop("deliveryId")

        event_id = d.pop("eventId")

        event_type = d.pop("eventType")

        event_at = datetime.datetime.fromisoformat(d.pop("eventAt").replace("Z", "+00:00"))

        def _parse_resource_id(data: object) -> None | str:
            return cast(None | str, data)

        resource_id = _parse_resource_id(d.pop("resourceId"))

        attempt_count = d.pop("attemptCount")

        def _parse_last_attempt(data: object) -> Attempt | None:
            try:
                if not isinstance(data, dict):
                    raise TypeError
                last_attempt_type_0 = Attempt.from_dict(data)

                return last_attempt_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Attempt | None, data)

        last_attempt = _parse_last_attempt(d.pop("lastAttempt"))

        failed_at = datetime.datetime.fromisoformat(d.pop("failedAt").replace("Z", "+00:00"))

        expires_at = datetime.datetime.fromisoformat(d.pop("expiresAt").replace("Z", "+00:00"))

        dead_letter_core = cls(
            id=id,
            delivery_id=delivery_id,
            event_id=event_id,
            event_type=event_type,
            event_at=event_at,
            resource_id=resource_id,
            attempt_count=attempt_count,
            last_attempt=last_attempt,
            failed_at=failed_at,
            expires_at=expires_at,
        )

        dead_letter_core.additional_properties = d
        return dead_letter_core

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
