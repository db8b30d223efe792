from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="UsageRateParameters")


@_attrs_define
class UsageRateParameters:
    """How often a credential may be used in a minute, by verifications and by calls of the API together

    Example:
        {'maxUses': 600, 'windowSeconds': 60}

    Attributes:
        max_uses (int):
        window_seconds (int | Unset): The length of the window, always a minute
    """

    max_uses: int
    window_seconds: int | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        max_uses = self.max_uses

        window_seconds = self.window_seconds

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "maxUses": max_uses,
            }
        )
        if window_seconds is not UNSET:
            field_dict["windowSeconds"] = window_seconds

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        max_uses = d.pop("maxUses")

        window_seconds = d.pop("windowSeconds", UNSET)

        usage_rate_parameters = cls(
            max_uses=max_uses,
            window_seconds=window_seconds,
        )

        return usage_rate_parameters
