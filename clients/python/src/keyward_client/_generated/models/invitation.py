from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.invitation_status import InvitationStatus
from ..models.user_status import UserStatus

T = TypeVar("T", bound="Invitation")


@_attrs_define
class Invitation:
    """An invitation of a user, without its link

    Example:
        {'id': 'inv_01kahz5v3be4nr7q2m8x9c0d1e', 'status': 'PENDING', 'userId': 'usr_01kahz5v3be4nr7q2m8x9c0d1e',
            'userName': 'Ada Lovelace', 'userStatus': 'INVITED', 'email': 'ada@example.com', 'createdAt':
            '2026-01-15T10:30:00.000Z', 'sentAt': '2026-01-15T10:30:02.000Z', 'expiresAt': '2026-01-22T10:30:02.000Z',
            'invitedBy': 'cred_01kahz5v3be4nr7q2m8x9c0d1e'}

    Attributes:
        id (str): It stays the same when the user is invited again
        status (InvitationStatus | str): `PENDING` waits for the user, `EXPIRED` has a link that works no longer
        user_id (str):
        user_name (str): The name of the user
        user_status (str | UserStatus): `INVITED` has not chosen a password yet, `SUSPENDED` cannot sign in and can be
            reactivated, `DEPROVISIONED` has left for good
        email (None | str): Where the mail goes
        created_at (datetime.datetime): When the user was invited
        sent_at (datetime.datetime | None): When the mail with the link was sent; null if it still waits
        expires_at (datetime.datetime | None): When the link stops working; null before the mail is sent
        invited_by (None | str): The ID of the key or user that invited the user; null if unknown
    """

    id: str
    status: InvitationStatus | str
    user_id: str
    user_name: str
    user_status: str | UserStatus
    email: None | str
    created_at: datetime.datetime
    sent_at: datetime.datetime | None
    expires_at: datetime.datetime | None
    invited_by: None | str

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        status: str
        status = self.status

        user_id = self.user_id

        user_name = self.user_name

        user_status: str
        user_status = self.user_status

        email: None | str
        email = self.email

        created_at = self.created_at.isoformat()

        sent_at: None | str
        if isinstance(self.sent_at, datetime.datetime):
            sent_at = self.sent_at.isoformat()
        else:
            sent_at = self.sent_at

        expires_at: None | str
        if isinstance(self.expires_at, datetime.datetime):
            expires_at = self.expires_at.isoformat()
        else:
            expires_at = self.expires_at

        invited_by: None | str
        invited_by = self.invited_by

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "id": id,
                "status": status,
                "userId": user_id,
                "userName": user_name,
                "userStatus": user_status,
                "email": email,
                "createdAt": created_at,
                "sentAt": sent_at,
                "expiresAt": expires_at,
                "invitedBy": invited_by,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = d.pop("id")

        def _parse_status(data: object) -> InvitationStatus | str:
            return cast(InvitationStatus | str, data)

        status = _parse_status(d.pop("status"))

        user_id = d.pop("userId")

        user_name = d.pop("userName")

        def _parse_user_status(data: object) -> str | UserStatus:
            return cast(str | UserStatus, data)

        user_status = _parse_user_status(d.pop("userStatus"))

        def _parse_email(data: object) -> None | str:
            return cast(None | str, data)

        email = _parse_email(d.pop("email"))

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt").replace("Z", "+00:00"))

        def _parse_sent_at(data: object) -> datetime.datetime | None:
            try:
                if not isinstance(data, str):
                    raise TypeError
                sent_at_type_0 = datetime.datetime.fromisoformat(data.replace("Z", "+00:00"))

                return sent_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        sent_at = _parse_sent_at(d.pop("sentAt"))

        def _parse_expires_at(data: object) -> datetime.datetime | None:
            try:
                if not isinstance(data, str):
                    raise TypeError
                expires_at_type_0 = datetime.datetime.fromisoformat(data.replace("Z", "+00:00"))

                return expires_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        expires_at = _parse_expires_at(d.pop("expiresAt"))

        def _parse_invited_by(data: object) -> None | str:
            return cast(None | str, data)

        invited_by = _parse_invited_by(d.pop("invitedBy"))

        invitation = cls(
            id=id,
            status=status,
            user_id=user_id,
            user_name=user_name,
            user_status=user_status,
            email=email,
            created_at=created_at,
            sent_at=sent_at,
            expires_at=expires_at,
            invited_by=invited_by,
        )

        return invitation
