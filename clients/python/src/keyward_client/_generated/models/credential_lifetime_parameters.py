from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="CredentialLifetimeParameters")


@_attrs_define
class CredentialLifetimeParameters:
    """How long a credential may live, from its creation or last rotation. With `defaultTtlSeconds` one that is created
    with neither `ttl` nor `expiresAt` ends by it; without, it is refused unless `allowNeverExpiring`

        Example:
            {'maxTtlSeconds': 7776000, 'defaultTtlSeconds': 2592000}

        Attributes:
            max_ttl_seconds (int):
            default_ttl_seconds (int | Unset): Not above maxTtlSeconds
            allow_never_expiring (bool | Unset): Whether one without an end is fine; it is not unless true
    """

    max_ttl_seconds: int
    default_ttl_seconds: int | Unset = UNSET
    allow_never_expiring: bool | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        max_ttl_seconds = self.max_ttl_seconds

        default_ttl_seconds = self.default_ttl_seconds

        allow_never_expiring = self.allow_never_expiring

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "maxTtlSeconds": max_ttl_seconds,
            }
        )
        if default_ttl_seconds is not UNSET:
            field_dict["defaultTtlSeconds"] = default_ttl_seconds
        if allow_never_expiring is not UNSET:
            field_dict["allowNeverExpiring"] = allow_never_expiring

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        max_ttl_seconds = d.pop("maxTtlSeconds")

        default_ttl_seconds = d.pop("defaultTtlSeconds", UNSET)

        allow_never_expiring = d.pop("allowNeverExpiring", UNSET)

        credential_lifetime_parameters = cls(
            max_ttl_seconds=max_ttl_seconds,
            default_ttl_seconds=default_ttl_seconds,
            allow_never_expiring=allow_never_expiring,
        )

        return credential_lifetime_parameters
