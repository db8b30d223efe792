from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.delivery_status import DeliveryStatus

if TYPE_CHECKING:
    from ..models.attempt import Attempt
    from ..models.payload import Payload


T = TypeVar("T", bound="DeliveryDetail")


@_attrs_define
class DeliveryDetail:
    """A delivery with what is sent and every attempt

    Example:
        {'id': 'dlv_01kahz5v3be4nr7q2m8x9c0d1e', 'eventId': 'evt_01kahz5v3be4nr7q2m8x9c0d1e', 'eventType':
            'credential.rotated', 'eventAt': '2026-01-15T10:30:00.000Z', 'resourceId': 'idn_01kahz5v3be4nr7q2m8x9c0d1e',
            'status': 'SUCCESS', 'attemptCount': 1, 'nextAttemptAt': None, 'lastAttempt': {'attempt': 1, 'at':
            '2026-01-15T10:30:00.000Z', 'responseCode': 200, 'latency': '123ms', 'error': None, 'responseBody': 'ok'},
            'replayOf': None, 'deadLetterId': None, 'createdAt': '2026-01-15T10:30:00.000Z', 'payload': {'id':
            'evt_01kahz5v3be4nr7q2m8x9c0d1e', 'type': 'credential.rotated', 'timestamp': '2026-01-15T10:30:00.000Z',
            'webhookId': 'wh_01kahz5v3be4nr7q2m8x9c0d1e', 'data': {'credentialId': 'cred_01kahz5v3be4nr7q2m8x9c0d1e',
            'identityId': 'idn_01kahz5v3be4nr7q2m8x9c0d1e', 'identityName': 'deploy-bot', 'rotatedBy':
            'cred_01kahz5v3be4nr7q2m8x9c0d1f', 'reason': 'MANUAL', 'previousCredentialExpiry': '2026-01-15T10:30:00.000Z',
            'environment': 'live'}}, 'attempts': [{'attempt': 1, 'at': '2026-01-15T10:30:00.000Z', 'responseCode': 200,
            'latency': '123ms', 'error': None, 'responseBody': 'ok'}]}

    Attributes:
        id (str):
        event_id (str):
        event_type (str):
        event_at (datetime.datetime): When it happened
        resource_id (None | str): The identity, user or group it happened to
        status (DeliveryStatus | str): `PENDING` before its first attempt, `RETRYING` between attempts. `SUCCESS` and
            `FAILED` are final. `HELD` while its webhook is paused. `CANCELLED` when its webhook was deleted
        attempt_count (int):
        next_attempt_at (datetime.datetime | None): When it is tried next; null when it is not, or has to wait for
            another one
        last_attempt (Attempt | None):
        replay_of (None | str): The delivery that it repeats
        dead_letter_id (None | str): Its dead letter
        created_at (datetime.datetime):
        payload (Payload): The body of a delivery Example: {'id': 'evt_01kahz5v3be4nr7q2m8x9c0d1e', 'type':
            'credential.rotated', 'timestamp': '2026-01-15T10:30:00.000Z', 'webhookId': 'wh_01kahz5v3be4nr7q2m8x9c0d1e',
            'data': {'credentialId': 'cred_01kahz5v3be4nr7q2m8x9c0d1e', 'identityId': 'idn_01kahz5v3be4nr7q2m8x9c0d1e',
            'identityName': 'deploy-bot', 'rotatedBy': 'cred_01kahz5v3be4nr7q2m8x9c0d1f', 'reason': 'MANUAL',
            'previousCredentialExpiry': '2026-01-15T10:30:00.000Z', 'environment': 'live'}}.
        attempts (list[Attempt]): Every attempt, the first one first
    """

    id: str
    event_id: str
    event_type: str
    event_at: datetime.datetime
    resource_id: None | str
    status: DeliveryStatus | str
    attempt_count: int
    next_attempt_at: datetime.datetime | None
    last_attempt: Attempt | None
    replay_of: None | str
    dead_letter_id: None | str
    created_at: datetime.datetime
    payload: Payload
    attempts: list[Attempt]

    def to_dict(self) -> dict[str, Any]:
        from ..models.attempt import Attempt  # noqa: PLC0415

        id = self.id

        event_id = self.event_id

        event_type = self.event_type

        event_at = self.event_at.isoformat()

        resource_id: None | str
        resource_id = self.resource_id

        status: str
        status = self.status

        attempt_count = self.attempt_count

        next_attempt_at: None | str
        if isinstance(self.next_attempt_at, datetime.datetime):
            next_attempt_at = self.next_attempt_at.isoformat()
        else:
            next_attempt_at = self.next_attempt_at

        last_attempt: dict[str, Any] | None
        if isinstance(self.last_attempt, Attempt):
            last_attempt = self.last_attempt.to_dict()

        else:
            last_attempt = self.last_attempt

        replay_of: None | str
        replay_of = self.replay_of

        dead_letter_id: None | str
        dead_letter_id = self.dead_letter_id

        created_at = self.created_at.isoformat()

        payload = self.payload.to_dict()

        attempts = []
        for componentsschemas_attempts_item_data in self.attempts:
            componentsschemas_attempts_item = componentsschemas_attempts_item_data.to_dict()

            attempts.append(componentsschemas_attempts_item)

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "id": id,
                "eventId": event_id,
                "eventType": event_type,
                "eventAt": event_at,
                "resourceId": resource_id,
                "status": status,
                "attemptCount": attempt_count,
                "nextAttemptAt": next_attempt_at,
                "lastAttempt": last_attempt,
                "replayOf": replay_of,
                "deadLetterId": dead_letter_id,
                "createdAt": created_at,
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

        event_id = d.pop("eventId")

        event_type = d.pop("eventType")

        event_at = datetime.datetime.fromisoformat(d.pop("eventAt").replace("Z", "+00:00"))

        def _parse_resource_id(data: object) -> None | str:
            return cast(None | str, data)

        resource_id = _parse_resource_id(d.pop("resourceId"))

        def _parse_status(data: object) -> DeliveryStatus | str:
            return cast(DeliveryStatus | str, data)

        status = _parse_status(d.pop("status"))

        attempt_count = d.pop("attemptCount")

        def _parse_next_attempt_at(data: object) -> datetime.datetime | None:
            try:
                if not isinstance(data, str):
                    raise TypeError
                next_attempt_at_type_0 = datetime.datetime.fromisoformat(
                    data.replace("Z", "+00:00")
                )

                return next_attempt_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        next_attempt_at = _parse_next_attempt_at(d.pop("nextAttemptAt"))

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

        def _parse_replay_of(data: object) -> None | str:
            return cast(None | str, data)

        replay_of = _parse_replay_of(d.pop("replayOf"))

        def _parse_dead_letter_id(data: object) -> None | str:
            return cast(None | str, data)

        dead_letter_id = _parse_dead_letter_id(d.pop("deadLetterId"))

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt").replace("Z", "+00:00"))

        payload = Payload.from_dict(d.pop("payload"))

        attempts = []
        _attempts = d.pop("attempts")
        for componentsschemas_attempts_item_data in _attempts:
            componentsschemas_attempts_item = Attempt.from_dict(
                componentsschemas_attempts_item_data
            )

            attempts.append(componentsschemas_attempts_item)

        delivery_detail = cls(
            id=id,
            event_id=event_id,
            event_type=event_type,
            event_at=event_at,
            resource_id=resource_id,
            status=status,
            attempt_count=attempt_count,
            next_attempt_at=next_attempt_at,
            last_attempt=last_attempt,
            replay_of=replay_of,
            dead_letter_id=dead_letter_id,
            created_at=created_at,
            payload=payload,
            attempts=attempts,
        )

        return delivery_detail
