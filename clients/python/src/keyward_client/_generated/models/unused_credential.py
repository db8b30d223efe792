from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.credential_status import CredentialStatus
from ..models.unused_reason import UnusedReason

T = TypeVar("T", bound="UnusedCredential")


@_attrs_define
class UnusedCredential:
    """An unused credential

    Example:
        {'credentialId': 'cred_01kahz5v3be4nr7q2m8x9c0d1e', 'name': 'deploy key', 'type': 'API_KEY', 'status': 'ACTIVE',
            'identityId': 'idn_01kahz5v3be4nr7q2m8x9c0d1e', 'identityName': 'deploy-bot', 'ownerUserId':
            'usr_01kahz5v3be4nr7q2m8x9c0d1e', 'ownerName': 'Ada Lovelace', 'scopes': ['secrets.read'], 'reason':
            'NEVER_USED', 'unusedSince': '2025-09-01T10:30:00.000Z', 'daysUnused': 136, 'lastUsedAt': None, 'createdAt':
            '2025-09-01T10:30:00.000Z', 'expiresAt': None}

    Attributes:
        credential_id (str):
        name (str):
        type_ (str): How it came to be; more values may come Example: API_KEY.
        status (CredentialStatus | str): `EXPIRED` and `REVOKED` are final
        identity_id (str):
        identity_name (str):
        owner_user_id (None | str): The user who is responsible for the identity
        owner_name (None | str): The name of that user, or else the username
        scopes (list[str]): Permissions Example: ['secrets.read'].
        reason (str | UnusedReason): `NEVER_USED` since its creation, `NOT_USED_SINCE_ROTATION` since its last rotation,
            `NOT_USED_LATELY` when it was used, but too long ago
        unused_since (datetime.datetime): Its last use, or else its last rotation or its creation; or later, when it was
            reactivated or given scopes
        days_unused (int): Whole days since then
        last_used_at (datetime.datetime | None):
        created_at (datetime.datetime):
        expires_at (datetime.datetime | None):
    """

    credential_id: str
    name: str
    type_: str
    status: CredentialStatus | str
    identity_id: str
    identity_name: str
    owner_user_id: None | str
    owner_name: None | str
    scopes: list[str]
    reason: str | UnusedReason
    unused_since: datetime.datetime
    days_unused: int
    last_used_at: datetime.datetime | None
    created_at: datetime.datetime
    expires_at: datetime.datetime | None

    def to_dict(self) -> dict[str, Any]:
        credential_id = self.credential_id

        name = self.name

        type_ = self.type_

        status: str
        status = self.status

        identity_id = self.identity_id

        identity_name = self.identity_name

        owner_user_id: None | str
        owner_user_id = self.owner_user_id

        owner_name: None | str
        owner_name = self.owner_name

        scopes = self.scopes

        reason: str
        reason = self.reason

        unused_since = self.unused_since.isoformat()

        days_unused = self.days_unused

        last_used_at: None | str
        if isinstance(self.last_used_at, datetime.datetime):
            last_used_at = self.last_used_at.isoformat()
        else:
            last_used_at = self.last_used_at

        created_at = self.created_at.isoformat()

        expires_at: None | str
        if isinstance(self.expires_at, datetime.datetime):
            expires_at = self.expires_at.isoformat()
        else:
            expires_at = self.expires_at

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "credentialId": credential_id,
                "name": name,
                "type": type_,
                "status": status,
                "identityId": identity_id,
                "identityName": identity_name,
                "ownerUserId": owner_user_id,
                "ownerName": owner_name,
                "scopes": scopes,
                "reason": reason,
                "unusedSince": unused_since,
                "daysUnused": days_unused,
                "lastUsedAt": last_used_at,
                "createdAt": created_at,
                "expiresAt": expires_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        credential_id = d.pop("credentialId")

        name = d.pop("name")

        type_ = d.pop("type")

        def _parse_status(data: object) -> CredentialStatus | str:
            return cast(CredentialStatus | str, data)

        status = _parse_status(d.pop("status"))

        identity_id = d.pop("identityId")

        identity_name = d.pop("identityName")

        def _parse_owner_user_id(data: object) -> None | str:
            return cast(None | str, data)

        owner_user_id = _parse_owner_user_id(d.pop("ownerUserId"))

        def _parse_owner_name(data: object) -> None | str:
            return cast(None | str, data)

        owner_name = _parse_owner_name(d.pop("ownerName"))

        scopes = cast(list[str], d.pop("scopes"))

        def _parse_reason(data: object) -> str | UnusedReason:
            return cast(str | UnusedReason, data)

        reason = _parse_reason(d.pop("reason"))

        unused_since = datetime.datetime.fromisoformat(d.pop("unusedSince").replace("Z", "+00:00"))

        days_unused = d.pop("daysUnused")

        def _parse_last_used_at(data: object) -> datetime.datetime | None:
            try:
                if not isinstance(data, str):
                    raise TypeError
                last_used_at_type_0 = datetime.datetime.fromisoformat(data.replace("Z", "+00:00"))

                return last_used_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        last_used_at = _parse_last_used_at(d.pop("lastUsedAt"))

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt").replace("Z", "+00:00"))

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

        unused_credential = cls(
            credential_id=credential_id,
            name=name,
            type_=type_,
            status=status,
            identity_id=identity_id,
            identity_name=identity_name,
            owner_user_id=owner_user_id,
            owner_name=owner_name,
            scopes=scopes,
            reason=reason,
            unused_since=unused_since,
            days_unused=days_unused,
            last_used_at=last_used_at,
            created_at=created_at,
            expires_at=expires_at,
        )

        return unused_credential
