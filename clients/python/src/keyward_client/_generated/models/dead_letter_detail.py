from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.attempt import Attempt
    from ..models.payload import Payload


T = TypeVar("T", bound="DeadLetterDetail")


@_attrs_define
class DeadLetterDetail:
    """A dead letter with what was sent and every attempt

    Example:
        {'id': 'dlq_01kahz5v3be4nr7q2m8x9c0d1e', 'deliveryId': 'dlv_01kahz5v3be4nr7q2m8x9c0d1e', 'eventId':
            'evt_01kahz5v3be4nr7q2m8x9c0d1e', 'eventType': 'credential.rotated', 'eventAt': '2026-01-15T10:30:00.000Z',
            'resourceId': 'idn_01kahz5v3be4nr7q2m8x9c0d1e', 'attemptCount': 6, 'lastAttempt': {'attempt': 6, 'at':
            '2026-01-16T01:06:00.000Z', 'responseCode': 503, 'latency': '123ms', 'error': 'HTTP_STATUS', 'responseBody':
            'down'}, 'failedAt': '2026-01-16T01:06:00.000Z', 'expiresAt': '2026-02-15T01:06:00.000Z', 'payload': {'id':
            'evt_01kahz5v3be4nr7q2m8x9c0d1e', 'type': 'credential.rotated', 'timestamp': '2026-01-15T10:30:00.000Z',
            'webhookId': 'wh_01kahz5v3be4nr7q2m8x9c0d1e', 'data': {'credentialId': 'cred_01kahz5v3be4nr7q2m8x9c0d1e',
            'identityId': 'idn_01kahz5v3be4nr7q2m8x9c0d1e', 'identityName': 'deploy-bot', 'rotatedBy':
            'cred_01kahz5v3be4nr7q2m8x9c0d1f', 'reason': 'MANUAL', 'previousCredentialExpiry': '2026-01-15T10:30:00.000Z',
            'environment': 'live'}}, 'attempts': [{'attempt': 6, 'at': '2026-01-16T01:06:00.000Z', 'responseCode': 503,
            'latency': '123ms', 'error': 'HTTP_STATUS', 'responseBody': 'down'}]}

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
        payload (Payload): The body of a delivery Example: {'id': 'evt_01kahz5v3be4nr7q2m8x9c0d1e', 'type':
            'credential.rotated', 'timestamp': '2026-01-15T10:30:00.000Z', 'webhookId': 'wh_01kahz5v3be4nr7q2m8x9c0d1e',
            'data': {'credentialId': 'cred_01kahz5v3be4nr7q2m8x9c0d1e', 'identityId': 'idn_01kahz5v3be4nr7q2m8x9c0d1e',
            'identityName': 'deploy-bot', 'rotatedBy': 'cred_01kahz5v3be4nr7q2m8x9c0d1f', 'reason': 'MANUAL',
            'previousCredentialExpiry': '2026-01-15T10:30:00.000Z', 'environment': 'live'}}.
        attempts (list[Attempt]): Every attempt, the first one first
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
    payload: Payload
    attempts: list[Attempt]

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

        payload = self.payload.to_dict()

        attempts = []
        for componentsschemas_attempts_item_data in self.attempts:
            componentsschemas_attempts_item = componentsschemas_attempts_item_data.to_dict()

            attempts.append(componentsschemas_attempts_item)

        field_dict: dict[str, Any] = {}

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
                "payload": payload,
                "attempts": attempts,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.attempt import Attempt  # noqa: PLC0415
        from ..models.payload import Payload  # noqa: PLC0415

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

        payload = Payload.from_dict(d.pop("payload"))

        attempts = []
        _attempts = d.pop("attempts")
        for componentsschemas_attempts_item_data in _attempts:
            componentsschemas_attempts_item = Attempt.from_dict(
                componentsschemas_attempts_item_data
            )

            attempts.append(componentsschemas_attempts_item)

        dead_letter_detail = cls(
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
            payload=payload,
            attempts=attempts,
        )

        return dead_letter_detail
