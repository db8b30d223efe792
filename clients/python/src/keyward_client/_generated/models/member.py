from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.directory_source import DirectorySource
from ..models.user_status import UserStatus

T = TypeVar("T", bound="Member")


@_attrs_define
class Member:
    """A user in a group

    Example:
        {'userId': 'usr_01kahz5v3be4nr7q2m8x9c0d1e', 'email': 'ada@example.com', 'displayName': 'Ada Lovelace',
            'status': 'ACTIVE', 'addedAt': '2026-01-15T10:30:00.000Z', 'source': 'LOCAL'}

    Attributes:
        user_id (str):
        email (None | str):
        display_name (None | str):
        status (str | UserStatus): `INVITED` has not chosen a password yet, `SUSPENDED` cannot sign in and can be
            reactivated, `DEPROVISIONED` has left for good
        added_at (datetime.datetime):
        source (DirectorySource | str): `LOCAL` was made here; anything else comes from a system that provisions this
            directory
    """

    user_id: str
    email: None | str
    display_name: None | str
    status: str | UserStatus
    added_at: datetime.datetime
    source: DirectorySource | str

    def to_dict(self) -> dict[str, Any]:
        user_id = self.user_id

        email: None | str
        email = self.email

        display_name: None | str
        display_name = self.display_name

        status: str
        status = self.status

        added_at = self.added_at.isoformat()

        source: str
        source = self.source

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "userId": user_id,
                "email": email,
                "displayName": display_name,
                "status": status,
                "addedAt": added_at,
                "source": source,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        user_id = d.pop("userId")

        def _parse_email(data: object) -> None | str:
            return cast(None | str, data)

        email = _parse_email(d.pop("email"))

        def _parse_display_name(data: object) -> None | str:
            return cast(None | str, data)

        display_name = _parse_display_name(d.pop("displayName"))

        def _parse_status(data: object) -> str | UserStatus:
            return cast(str | UserStatus, data)

        status = _parse_status(d.pop("status"))

        added_at = datetime.datetime.fromisoformat(d.pop("addedAt").replace("Z", "+00:00"))

        def _parse_source(data: object) -> DirectorySource | str:
            return cast(DirectorySource | str, data)

        source = _parse_source(d.pop("source"))

        member = cls(
            user_id=user_id,
            email=email,
            display_name=display_name,
            status=status,
            added_at=added_at,
            source=source,
        )

        return member
