from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="AccessPass")


@_attrs_define
class AccessPass:
    """A pass with which a user sets up an authenticator app or a passkey

    Example:
        {'userId': 'usr_01kahz5v3be4nr7q2m8x9c0d1e', 'accessPass': '7k2m-9xqv-03bd-hs5t', 'expiresAt':
            '2026-01-15T11:30:00.000Z'}

    Attributes:
        user_id (str):
        access_pass (str): What the user types; it works once. Give it to the user now, it is never shown again. With
            `X-Wrap-Ttl` a wrap token in its place
        expires_at (datetime.datetime):
    """

    user_id: str
    access_pass: str
    expires_at: datetime.datetime

    def to_dict(self) -> dict[str, Any]:
        user_id = self.user_id

        access_pass = self.access_pass

        expires_at = self.expires_at.isoformat()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "userId": user_id,
                "accessPass": access_pass,
                "expiresAt": expires_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        user_id = d.pop("userId")

        access_pass = d.pop("accessPass")

        expires_at = datetime.datetime.fromisoformat(d.pop("expiresAt").replace("Z", "+00:00"))

        access_pass = cls(
            user_id=user_id,
            access_pass=access_pass,
            expires_at=expires_at,
        )

        return access_pass
