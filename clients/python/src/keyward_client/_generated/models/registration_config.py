from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

T = TypeVar("T", bound="RegistrationConfig")


@_attrs_define
class RegistrationConfig:
    """Whether and how people create an account themselves

    Example:
        {'enabled': True, 'allowedDomains': ['example.com'], 'maxPerDay': 100, 'updatedAt': '2026-01-15T10:30:00.000Z',
            'updatedBy': 'cred_01kahz5v3be4nr7q2m8x9c0d1e'}

    Attributes:
        enabled (bool): Whether the sign-in page offers to create an account
        allowed_domains (list[str]): Addresses of these domains may create an account; empty for every domain. A
            subdomain is another domain Example: ['example.com'].
        max_per_day (int): How many accounts are created so in 24 hours at most
        updated_at (datetime.datetime | None): When it was changed; null if never
        updated_by (None | str): The ID of the key or user that changed it
    """

    enabled: bool
    allowed_domains: list[str]
    max_per_day: int
    updated_at: datetime.datetime | None
    updated_by: None | str

    def to_dict(self) -> dict[str, Any]:
        enabled = self.enabled

        allowed_domains = self.allowed_domains

        max_per_day = self.max_per_day

        updated_at: None | str
        if isinstance(self.updated_at, datetime.datetime):
            updated_at = self.updated_at.isoformat()
        else:
            updated_at = self.updated_at

        updated_by: None | str
        updated_by = self.updated_by

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "enabled": enabled,
                "allowedDomains": allowed_domains,
                "maxPerDay": max_per_day,
                "updatedAt": updated_at,
                "updatedBy": updated_by,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        enabled = d.pop("enabled")

        allowed_domains = cast(list[str], d.pop("allowedDomains"))

        max_per_day = d.pop("maxPerDay")

        def _parse_updated_at(data: object) -> datetime.datetime | None:
            try:
                if not isinstance(data, str):
                    raise TypeError
                updated_at_type_0 = datetime.datetime.fromisoformat(data.replace("Z", "+00:00"))

                return updated_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        updated_at = _parse_updated_at(d.pop("updatedAt"))

        def _parse_updated_by(data: object) -> None | str:
            return cast(None | str, data)

        updated_by = _parse_updated_by(d.pop("updatedBy"))

        registration_config = cls(
            enabled=enabled,
            allowed_domains=allowed_domains,
            max_per_day=max_per_day,
            updated_at=updated_at,
            updated_by=updated_by,
        )

        return registration_config
