from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

T = TypeVar("T", bound="IpAllowlistParameters")


@_attrs_define
class IpAllowlistParameters:
    """From where a credential may be used; a verification without `ipAddress` is a violation

    Example:
        {'cidrs': ['203.0.113.0/24']}

    Attributes:
        cidrs (list[str]):
    """

    cidrs: list[str]

    def to_dict(self) -> dict[str, Any]:
        cidrs = self.cidrs

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "cidrs": cidrs,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        cidrs = cast(list[str], d.pop("cidrs"))

        ip_allowlist_parameters = cls(
            cidrs=cidrs,
        )

        return ip_allowlist_parameters
