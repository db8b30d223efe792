from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.credential_status import CredentialStatus
from ..models.environment import Environment

if TYPE_CHECKING:
    from ..models.metadata import Metadata


T = TypeVar("T", bound="CredentialCore")


@_attrs_define
class CredentialCore:
    """What every credential shows

    Example:
        {'id': 'cred_01kahz5v3be4nr7q2m8x9c0d1e', 'name': 'deploy key', 'identityId': 'idn_01kahz5v3be4nr7q2m8x9c0d1e',
            'type': 'API_KEY', 'status': 'ACTIVE', 'statusReason': None, 'environment': 'live', 'scopes': ['secrets.read'],
            'isTemporary': False, 'prefix': 'kd_live_', 'last4': 'aE2T', 'allowedIps': None, 'rateLimitPerMinute': None,
            'metadata': {}, 'usageCount': 0, 'lastUsedAt': None, 'expiresAt': None, 'createdAt': '2026-01-15T10:30:00.000Z',
            'updatedAt': '2026-01-15T10:30:00.000Z', 'lastRotatedAt': None, 'createdBy': 'cred_01kahz5v3be4nr7q2m8x9c0d1f'}

    Attributes:
        id (str):
        name (str):
        identity_id (str):
        type_ (str): How it came to be; more values may come Example: API_KEY.
        status (CredentialStatus | str): `EXPIRED` and `REVOKED` are final
        status_reason (None | str): Why it has this status: `USAGE_LIMIT` when its uses are spent, `LEAKED` when its
            secret was found in public
        environment (Environment): Which data it reaches
        scopes (list[str]): Permissions Example: ['secrets.read'].
        is_temporary (bool):
        prefix (str): How its secret starts
        last4 (str): How its secret ends
        allowed_ips (list[str] | None):
        rate_limit_per_minute (int | None): The requests a minute that this credential may send as an API key, instead
            of the limit of the service. Null means the limit of the service. At most the `RATE_LIMIT_MAX_PER_MINUTE` of the
            operator
        metadata (Metadata): Your own notes, up to 10 KB as JSON; never interpreted Example: {'team': 'payments'}.
        usage_count (int): Uses since creation or the last rotation
        last_used_at (datetime.datetime | None):
        expires_at (datetime.datetime | None):
        created_at (datetime.datetime):
        updated_at (datetime.datetime):
        last_rotated_at (datetime.datetime | None):
        created_by (None | str): The ID of the key or user that created it
    """

    id: str
    name: str
    identity_id: str
    type_: str
    status: CredentialStatus | str
    status_reason: None | str
    environment: Environment
    scopes: list[str]
    is_temporary: bool
    prefix: str
    last4: str
    allowed_ips: list[str] | None
    rate_limit_per_minute: int | None
    metadata: Metadata
    usage_count: int
    last_used_at: datetime.datetime | None
    expires_at: datetime.datetime | None
    created_at: datetime.datetime
    updated_at: datetime.datetime
    last_rotated_at: datetime.datetime | None
    created_by: None | str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        name = self.name

        identity_id = self.identity_id

        type_ = self.type_

        status: str
        status = self.status

        status_reason: None | str
        status_reason = self.status_reason

        environment = self.environment

        scopes = self.scopes

        is_temporary = self.is_temporary

        prefix = self.prefix

        last4 = self.last4

        allowed_ips: list[str] | None
        if isinstance(self.allowed_ips, list):
            allowed_ips = self.allowed_ips

        else:
            allowed_ips = self.allowed_ips

        rate_limit_per_minute: int | None
        rate_limit_per_minute = self.rate_limit_per_minute

        metadata = self.metadata

        usage_count = self.usage_count

        last_used_at: None | str
        if isinstance(self.last_used_at, datetime.datetime):
            last_used_at = self.last_used_at.isoformat()
        else:
            last_used_at = self.last_used_at

        expires_at: None | str
        if isinstance(self.expires_at, datetime.datetime):
            expires_at = self.expires_at.isoformat()
        else:
            expires_at = self.expires_at

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()

        last_rotated_at: None | str
        if isinstance(self.last_rotated_at, datetime.datetime):
            last_rotated_at = self.last_rotated_at.isoformat()
        else:
            last_rotated_at = self.last_rotated_at

        created_by: None | str
        created_by = self.created_by

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "name": name,
                "identityId": identity_id,
                "type": type_,
                "status": status,
                "statusReason": status_reason,
                "environment": environment,
                "scopes": scopes,
                "isTemporary": is_temporary,
                "prefix": prefix,
                "last4": last4,
                "allowedIps": allowed_ips,
                "rateLimitPerMinute": rate_limit_per_minute,
                "metadata": metadata,
                "usageCount": usage_count,
                "lastUsedAt": last_used_at,
                "expiresAt": expires_at,
                "createdAt": created_at,
                "updatedAt": updated_at,
                "lastRotatedAt": last_rotated_at,
                "createdBy": created_by,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = d.pop("id")

        name = d.pop("name")

        identity_id = d.pop("identityId")

        type_ = d.pop("type")

        def _parse_status(data: object) -> CredentialStatus | str:
            return cast(CredentialStatus | str, data)

        status = _parse_status(d.pop("status"))

        def _parse_status_reason(data: object) -> None | str:
            return cast(None | str, data)

        status_reason = _parse_status_reason(d.pop("statusReason"))

        environment = d.pop("environment")

        scopes = cast(list[str], d.pop("scopes"))

        is_temporary = d.pop("isTemporary")

        prefix = d.pop("prefix")

        last4 = d.pop("last4")

        def _parse_allowed_ips(data: object) -> list[str] | None:
            try:
                if not isinstance(data, list):
                    raise TypeError
                allowed_ips_type_0 = cast(list[str], data)

                return allowed_ips_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[str] | None, data)

        allowed_ips = _parse_allowed_ips(d.pop("allowedIps"))

        def _parse_rate_limit_per_minute(data: object) -> int | None:
            return cast(int | None, data)

        rate_limit_per_minute = _parse_rate_limit_per_minute(d.pop("rateLimitPerMinute"))

        metadata = d.pop("metadata")

        usage_count = d.pop("usageCount")

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

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt").replace("Z", "+00:00"))

        updated_at = datetime.datetime.fromisoformat(d.pop("updatedAt").replace("Z", "+00:00"))

        def _parse_last_rotated_at(data: object) -> datetime.datetime | None:
            try:
                if not isinstance(data, str):
                    raise TypeError
                last_rotated_at_type_0 = datetime.datetime.fromisoformat(
                    data.replace("Z", "+00:00")
                )

                return last_rotated_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        last_rotated_at = _parse_last_rotated_at(d.pop("lastRotatedAt"))

        def _parse_created_by(data: object) -> None | str:
            return cast(None | str, data)

        created_by = _parse_created_by(d.pop("createdBy"))

        credential_core = cls(
            id=id,
            name=name,
            identity_id=identity_id,
            type_=type_,
            status=status,
            status_reason=status_reason,
            environment=environment,
            scopes=scopes,
            is_temporary=is_temporary,
            prefix=prefix,
            last4=last4,
            allowed_ips=allowed_ips,
            rate_limit_per_minute=rate_limit_per_minute,
            metadata=metadata,
            usage_count=usage_count,
            last_used_at=last_used_at,
            expires_at=expires_at,
            created_at=created_at,
            updated_at=updated_at,
            last_rotated_at=last_rotated_at,
            created_by=created_by,
        )

        credential_core.additional_properties = d
        return credential_core

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
