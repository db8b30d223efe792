from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="JitCredentialInput")


@_attrs_define
class JitCredentialInput:
    """A just-in-time credential to create

    Example:
        {'identityId': 'idn_01kahz5v3be4nr7q2m8x9c0d1e', 'duration': '15m', 'scopes': ['deploy.execute']}

    Attributes:
        identity_id (str): The identity that the credential belongs to
        duration (str): How long it lives, in seconds, minutes, hours or days; from 1s to 30d
        name (str | Unset): Made up when absent
        scopes (list[str] | Unset): Permissions Example: ['secrets.read'].
        allowed_ips (list[str] | None | Unset): Addresses and CIDR ranges from which it may be used; null means
            anywhere. A verification must then name the `ipAddress`, or it answers `IP_NOT_ALLOWED`. They are kept in their
            shortest form Example: ['203.0.113.0/24'].
        rate_limit_per_minute (int | None | Unset): The requests a minute that this credential may send as an API key,
            instead of the limit of the service. Null means the limit of the service. At most the
            `RATE_LIMIT_MAX_PER_MINUTE` of the operator
        max_usage (int | None | Unset): How often it may be used; null means without limit
    """

    identity_id: str
    duration: str
    name: str | Unset = UNSET
    scopes: list[str] | Unset = UNSET
    allowed_ips: list[str] | None | Unset = UNSET
    rate_limit_per_minute: int | None | Unset = UNSET
    max_usage: int | None | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        identity_id = self.identity_id

        duration = self.duration

        name = self.name

        scopes: list[str] | Unset = UNSET
        if not isinstance(self.scopes, Unset):
            scopes = self.scopes

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

        max_usage: int | None | Unset
        if isinstance(self.max_usage, Unset):
            max_usage = UNSET
        else:
            max_usage = self.max_usage

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "identityId": identity_id,
                "duration": duration,
            }
        )
        if name is not UNSET:
            field_dict["name"] = name
        if scopes is not UNSET:
            field_dict["scopes"] = scopes
        if allowed_ips is not UNSET:
            field_dict["allowedIps"] = allowed_ips
        if rate_limit_per_minute is not UNSET:
            field_dict["rateLimitPerMinute"] = rate_limit_per_minute
        if max_usage is not UNSET:
            field_dict["maxUsage"] = max_usage

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        identity_id = d.pop("identityId")

        duration = d.pop("duration")

        name = d.pop("name", UNSET)

        scopes = cast(list[str], d.pop("scopes", UNSET))

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

        def _parse_max_usage(data: object) -> int | None | Unset:
            return cast(int | None | Unset, data)

        max_usage = _parse_max_usage(d.pop("maxUsage", UNSET))

        jit_credential_input = cls(
            identity_id=identity_id,
            duration=duration,
            name=name,
            scopes=scopes,
            allowed_ips=allowed_ips,
            rate_limit_per_minute=rate_limit_per_minute,
            max_usage=max_usage,
        )

        return jit_credential_input
