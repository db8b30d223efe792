from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.credential_input_type import CredentialInputType
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.metadata import Metadata


T = TypeVar("T", bound="CredentialInput")


@_attrs_define
class CredentialInput:
    """A credential to create

    Example:
        {'identityId': 'idn_01kahz5v3be4nr7q2m8x9c0d1e', 'name': 'deploy key', 'scopes': ['secrets.read']}

    Attributes:
        identity_id (str): The identity that the credential belongs to
        name (str):
        type_ (CredentialInputType | Unset): Standard credentials only
        scopes (list[str] | Unset): Permissions Example: ['secrets.read'].
        is_temporary (bool | Unset): Needs `ttl` or `expiresAt`
        ttl (int | Unset): Life in seconds; only with `isTemporary`, and not with `expiresAt`
        max_usage_count (int | None | Unset): How often it may be used; null means without limit
        expires_at (datetime.datetime | None | Unset): When it expires, at most ten years ahead
        allowed_ips (list[str] | None | Unset): Addresses and CIDR ranges from which it may be used; null means
            anywhere. A verification must then name the `ipAddress`, or it answers `IP_NOT_ALLOWED`. They are kept in their
            shortest form Example: ['203.0.113.0/24'].
        rate_limit_per_minute (int | None | Unset): The requests a minute that this credential may send as an API key,
            instead of the limit of the service. Null means the limit of the service. At most the
            `RATE_LIMIT_MAX_PER_MINUTE` of the operator
        metadata (Metadata | Unset): Your own notes, up to 10 KB as JSON; never interpreted Example: {'team':
            'payments'}.
    """

    identity_id: str
    name: str
    type_: CredentialInputType | Unset = UNSET
    scopes: list[str] | Unset = UNSET
    is_temporary: bool | Unset = UNSET
    ttl: int | Unset = UNSET
    max_usage_count: int | None | Unset = UNSET
    expires_at: datetime.datetime | None | Unset = UNSET
    allowed_ips: list[str] | None | Unset = UNSET
    rate_limit_per_minute: int | None | Unset = UNSET
    metadata: Metadata | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        identity_id = self.identity_id

        name = self.name

        type_ = self.type_

        scopes: list[str] | Unset = UNSET
        if not isinstance(self.scopes, Unset):
            scopes = self.scopes

        is_temporary = self.is_temporary

        ttl = self.ttl

        max_usage_count: int | None | Unset
        if isinstance(self.max_usage_count, Unset):
            max_usage_count = UNSET
        else:
            max_usage_count = self.max_usage_count

        expires_at: None | str | Unset
        if isinstance(self.expires_at, Unset):
            expires_at = UNSET
        elif isinstance(self.expires_at, datetime.datetime):
            expires_at = self.expires_at.isoformat()
        else:
            expires_at = self.expires_at

        allowed_ips: list[str] | None | Unset
        if isinstance(self.allowed_ips, Unset):
            allowed_ips = UNSET
        elif isinstance(self.allowed_ips, list):
            allowed_ips = self.allowed_ips

        else:
            allowed_ips = self.allowed_ips

        rate_limit_per_minute: int | None | Unset
        if isinstance(self.rate_limit_per_minute, Unset):
            rate_limit_per_minute = UNSET
        else:
            rate_limit_per_minute = self.rate_limit_per_minute

        metadata = self.metadata

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "identityId": identity_id,
                "name": name,
            }
        )
        if type_ is not UNSET:
            field_dict["type"] = type_
        if scopes is not UNSET:
            field_dict["scopes"] = scopes
        if is_temporary is not UNSET:
            field_dict["isTemporary"] = is_temporary
        if ttl is not UNSET:
            field_dict["ttl"] = ttl
        if max_usage_count is not UNSET:
            field_dict["maxUsageCount"] = max_usage_count
        if expires_at is not UNSET:
            field_dict["expiresAt"] = expires_at
        if allowed_ips is not UNSET:
            field_dict["allowedIps"] = allowed_ips
        if rate_limit_per_minute is not UNSET:
            field_dict["rateLimitPerMinute"] = rate_limit_per_minute
        if metadata is not UNSET:
            field_dict["metadata"] = metadata

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        identity_id = d.pop("identityId")

        name = d.pop("name")

        type_ = d.pop("type", UNSET)

        scopes = cast(list[str], d.pop("scopes", UNSET))

        is_temporary = d.pop("isTemporary", UNSET)

        ttl = d.pop("ttl", UNSET)

        def _parse_max_usage_count(data: object) -> int | None | Unset:
            return cast(int | None | Unset, data)

        max_usage_count = _parse_max_usage_count(d.pop("maxUsageCount", UNSET))

        def _parse_expires_at(data: object) -> datetime.datetime | None | Unset:
            try:
                if not isinstance(data, str):
                    raise TypeError
                expires_at_type_0 = datetime.datetime.fromisoformat(data.replace("Z", "+00:00"))

                return expires_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None | Unset, data)

        expires_at = _parse_expires_at(d.pop("expiresAt", UNSET))

        def _parse_allowed_ips(data: object) -> list[str] | None | Unset:
            try:
                if not isinstance(data, list):
                    raise TypeError
                componentsschemas_allowed_ips_type_0 = cast(list[str], data)

                return componentsschemas_allowed_ips_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[str] | None | Unset, data)

        allowed_ips = _parse_allowed_ips(d.pop("allowedIps", UNSET))

        def _parse_rate_limit_per_minute(data: object) -> int | None | Unset:
            return cast(int | None | Unset, data)

        rate_limit_per_minute = _parse_rate_limit_per_minute(d.pop("rateLimitPerMinute", UNSET))

        metadata = d.pop("metadata", UNSET)

        credential_input = cls(
            identity_id=identity_id,
            name=name,
            type_=type_,
            scopes=scopes,
            is_temporary=is_temporary,
            ttl=ttl,
            max_usage_count=max_usage_count,
            expires_at=expires_at,
            allowed_ips=allowed_ips,
            rate_limit_per_minute=rate_limit_per_minute,
            metadata=metadata,
        )

        return credential_input
