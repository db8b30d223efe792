from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="RegistrationConfigChange")


@_attrs_define
class RegistrationConfigChange:
    """What to change; fields that are left out keep their values

    Example:
        {'enabled': True, 'allowedDomains': ['example.com']}

    Attributes:
        enabled (bool | Unset): Whether the sign-in page offers to create an account
        allowed_domains (list[str] | Unset): Addresses of these domains may create an account; empty for every domain. A
            subdomain is another domain Example: ['example.com'].
        max_per_day (int | Unset): How many accounts are created so in 24 hours at most
    """

    enabled: bool | Unset = UNSET
    allowed_domains: list[str] | Unset = UNSET
    max_per_day: int | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        enabled = self.enabled

        allowed_domains: list[str] | Unset = UNSET
        if not isinstance(self.allowed_domains, Unset):
            allowed_domains = self.allowed_domains

        max_per_day = self.max_per_day

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if enabled is not UNSET:
            field_dict["enabled"] = enabled
        if allowed_domains is not UNSET:
            field_dict["allowedDomains"] = allowed_domains
        if max_per_day is not UNSET:
            field_dict["maxPerDay"] = max_per_day

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        enabled = d.pop("enabled", UNSET)

        allowed_domains = cast(list[str], d.pop("allowedDomains", UNSET))

        max_per_day = d.pop("maxPerDay", UNSET)

        registration_config_change = cls(
            enabled=enabled,
            allowed_domains=allowed_domains,
            max_per_day=max_per_day,
        )

        return registration_config_change
