from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

from ..models.previous_secret_status import PreviousSecretStatus

T = TypeVar("T", bound="PreviousSecret")


@_attrs_define
class PreviousSecret:
    """The secret before the last rotation, which still works

    Example:
        {'status': 'GRACE_PERIOD', 'expiresAt': '2026-01-15T11:30:00.000Z'}

    Attributes:
        status (PreviousSecretStatus):
        expires_at (datetime.datetime): When it stops working
    """

    status: PreviousSecretStatus
    expires_at: datetime.datetime

    def to_dict(self) -> dict[str, Any]:
        status = self.status

        expires_at = self.expires_at.isoformat()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "status": status,
                "expiresAt": expires_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        status = d.pop("status")

        expires_at = datetime.datetime.fromisoformat(d.pop("expiresAt").replace("Z", "+00:00"))

        previous_secret = cls(
            status=status,
            expires_at=expires_at,
        )

        return previous_secret
