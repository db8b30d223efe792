from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="MagicLinkConfigChange")


@_attrs_define
class MagicLinkConfigChange:
    """What to change; fields that are left out keep their values

    Example:
        {'enabled': True, 'ttlSeconds': 300}

    Attributes:
        enabled (bool | Unset): Whether people can ask for one
        ttl_seconds (int | Unset): For how long a link works
        max_per_hour (int | Unset): How many are sent to one address for each browser that the user knows and each
            network
        bind_to_browser (bool | Unset): Whether it works only in the browser that asked for it
        allow_sign_up (bool | Unset): Whether an unknown address creates a new user
        redirect_allowlist (list[str] | Unset): Addresses a link may lead to besides our own pages, compared exactly;
            https, or http on localhost Example: ['https://app.example.com/welcome'].
    """

    enabled: bool | Unset = UNSET
    ttl_seconds: int | Unset = UNSET
    max_per_hour: int | Unset = UNSET
    bind_to_browser: bool | Unset = UNSET
    allow_sign_up: bool | Unset = UNSET
    redirect_allowlist: list[str] | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        enabled = self.enabled

        ttl_seconds = self.ttl_seconds

        max_per_hour = self.max_per_hour

        bind_to_browser = self.bind_to_browser

        allow_sign_up = self.allow_sign_up

        redirect_allowlist: list[str] | Unset = UNSET
        if not isinstance(self.redirect_allowlist, Unset):
            redirect_allowlist = self.redirect_allowlist

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if enabled is not UNSET:
            field_dict["enabled"] = enabled
        if ttl_seconds is not UNSET:
            field_dict["ttlSeconds"] = ttl_seconds
        if max_per_hour is not UNSET:
            field_dict["maxPerHour"] = max_per_hour
        if bind_to_browser is not UNSET:
            field_dict["bindToBrowser"] = bind_to_browser
        if allow_sign_up is not UNSET:
            field_dict["allowSignUp"] = allow_sign_up
        if redirect_allowlist is not UNSET:
            field_dict["redirectAllowlist"] = redirect_allowlist

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        enabled = d.pop("enabled", UNSET)

        ttl_seconds = d.pop("ttlSeconds", UNSET)

        max_per_hour = d.pop("maxPerHour", UNSET)

        bind_to_browser = d.pop("bindToBrowser", UNSET)

        allow_sign_up = d.pop("allowSignUp", UNSET)

        redirect_allowlist = cast(list[str], d.pop("redirectAllowlist", UNSET))

        magic_link_config_change = cls(
            enabled=enabled,
            ttl_seconds=ttl_seconds,
            max_per_hour=max_per_hour,
            bind_to_browser=bind_to_browser,
            allow_sign_up=allow_sign_up,
            redirect_allowlist=redirect_allowlist,
        )

        return magic_link_config_change
