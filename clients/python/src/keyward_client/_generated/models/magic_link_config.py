from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

T = TypeVar("T", bound="MagicLinkConfig")


@_attrs_define
class MagicLinkConfig:
    """How links by mail sign people in

    Example:
        {'enabled': True, 'ttlSeconds': 600, 'maxPerHour': 5, 'bindToBrowser': True, 'allowSignUp': False,
            'redirectAllowlist': [], 'updatedAt': '2026-01-15T10:30:00.000Z', 'updatedBy':
            'cred_01kahz5v3be4nr7q2m8x9c0d1e'}

    Attributes:
        enabled (bool): Whether people can ask for one
        ttl_seconds (int): For how long a link works
        max_per_hour (int): How many are sent to one address for each browser that the user knows and each network
        bind_to_browser (bool): Whether it works only in the browser that asked for it
        allow_sign_up (bool): Whether an unknown address creates a new user
        redirect_allowlist (list[str]): Addresses a link may lead to besides our own pages, compared exactly; https, or
            http on localhost Example: ['https://app.example.com/welcome'].
        updated_at (datetime.datetime | None): When it was changed; null if never
        updated_by (None | str): The ID of the key or user that changed it
    """

    enabled: bool
    ttl_seconds: int
    max_per_hour: int
    bind_to_browser: bool
    allow_sign_up: bool
    redirect_allowlist: list[str]
    updated_at: datetime.datetime | None
    updated_by: None | str

    def to_dict(self) -> dict[str, Any]:
        enabled = self.enabled

        ttl_seconds = self.ttl_seconds

        max_per_hour = self.max_per_hour

        bind_to_browser = self.bind_to_browser

        allow_sign_up = self.allow_sign_up

        redirect_allowlist = self.redirect_allowlist

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
                "ttlSeconds": ttl_seconds,
                "maxPerHour": max_per_hour,
                "bindToBrowser": bind_to_browser,
                "allowSignUp": allow_sign_up,
                "redirectAllowlist": redirect_allowlist,
                "updatedAt": updated_at,
                "updatedBy": updated_by,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        enabled = d.pop("enabled")

        ttl_seconds = d.pop("ttlSeconds")

        max_per_hour = d.pop("maxPerHour")

        bind_to_browser = d.pop("bindToBrowser")

        allow_sign_up = d.pop("allowSignUp")

        redirect_allowlist = cast(list[str], d.pop("redirectAllowlist"))

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

        magic_link_config = cls(
            enabled=enabled,
            ttl_seconds=ttl_seconds,
            max_per_hour=max_per_hour,
            bind_to_browser=bind_to_browser,
            allow_sign_up=allow_sign_up,
            redirect_allowlist=redirect_allowlist,
            updated_at=updated_at,
            updated_by=updated_by,
        )

        return magic_link_config
