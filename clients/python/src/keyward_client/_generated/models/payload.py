from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.payload_data import PayloadData


T = TypeVar("T", bound="Payload")


@_attrs_define
class Payload:
    """The body of a delivery

    Example:
        {'id': 'evt_01kahz5v3be4nr7q2m8x9c0d1e', 'type': 'credential.rotated', 'timestamp': '2026-01-15T10:30:00.000Z',
            'webhookId': 'wh_01kahz5v3be4nr7q2m8x9c0d1e', 'data': {'credentialId': 'cred_01kahz5v3be4nr7q2m8x9c0d1e',
            'identityId': 'idn_01kahz5v3be4nr7q2m8x9c0d1e', 'identityName': 'deploy-bot', 'rotatedBy':
            'cred_01kahz5v3be4nr7q2m8x9c0d1f', 'reason': 'MANUAL', 'previousCredentialExpiry': '2026-01-15T10:30:00.000Z',
            'environment': 'live'}}

    Attributes:
        id (str):
        type_ (str):
        timestamp (datetime.datetime):
        webhook_id (str):
        data (PayloadData): The data of the event; its fields depend on the type
    """

    id: str
    type_: str
    timestamp: datetime.datetime
    webhook_id: str
    data: PayloadData

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        type_ = self.type_

        timestamp = self.timestamp.isoformat()

        webhook_id = self.webhook_id

        data = self.data

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "id": id,
                "type": type_,
                "timestamp": timestamp,
                "webhookId": webhook_id,
                "data": data,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = d.pop("id")

        type_ = d.pop("type")

        timestamp = datetime.datetime.fromisoformat(d.pop("timestamp").replace("Z", "+00:00"))

        webhook_id = d.pop("webhookId")

        data = d.pop("data")

        payload = cls(
            id=id,
            type_=type_,
            timestamp=timestamp,
            webhook_id=webhook_id,
            data=data,
        )

        return payload
