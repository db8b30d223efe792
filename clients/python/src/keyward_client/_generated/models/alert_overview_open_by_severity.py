from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="AlertOverviewOpenBySeverity")


@_attrs_define
class AlertOverviewOpenBySeverity:
    """How many have each severity

    Attributes:
        low (int):
        medium (int):
        high (int):
        critical (int):
    """

    low: int
    medium: int
    high: int
    critical: int

    def to_dict(self) -> dict[str, Any]:
        low = self.low

        medium = self.medium

        high = self.high

        critical = self.critical

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "LOW": low,
                "MEDIUM": medium,
                "HIGH": high,
                "CRITICAL": critical,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        low = d.pop("LOW")

        medium = d.pop("MEDIUM")

        high = d.pop("HIGH")

        critical = d.pop("CRITICAL")

        alert_overview_open_by_severity = cls(
            low=low,
            medium=medium,
            high=high,
            critical=critical,
        )

        return alert_overview_open_by_severity
