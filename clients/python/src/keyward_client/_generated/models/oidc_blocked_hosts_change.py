from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

T = TypeVar("T", bound="OidcBlockedHostsChange")


@_attrs_define
class OidcBlockedHostsChange:
    """All hosts that are blocked from now on

    Example:
        {'hosts': ['agents.example.com', '*.example.net']}

    Attributes:
        hosts (list[str]):
    """

    hosts: list[str]

    def to_dict(self) -> dict[str, Any]:
        hosts = self.hosts

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "hosts": hosts,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        hosts = cast(list[str], d.pop("hosts"))

        oidc_blocked_hosts_change = cls(
            hosts=hosts,
        )

        return oidc_blocked_hosts_change
