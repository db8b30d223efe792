from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.alert_overview_open_by_severity import AlertOverviewOpenBySeverity


T = TypeVar("T", bound="AlertOverview")


@_attrs_define
class AlertOverview:
    """Alerts that are open and that no one has acknowledged

    Example:
        {'openBySeverity': {'LOW': 0, 'MEDIUM': 2, 'HIGH': 1, 'CRITICAL': 0}, 'isCapped': False}

    Attributes:
        open_by_severity (AlertOverviewOpenBySeverity): How many have each severity
        is_capped (bool): Whether there are more than were counted. Each number is then the least that there are
    """

    open_by_severity: AlertOverviewOpenBySeverity
    is_capped: bool

    def to_dict(self) -> dict[str, Any]:
        open_by_severity = self.open_by_severity.to_dict()

        is_capped = self.is_capped

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "openBySeverity": open_by_severity,
                "isCapped": is_capped,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.alert_overview_open_by_severity import AlertOverviewOpenBySeverity  # noqa: PLC0415

        d = dict(src_dict)
        open_by_severity = AlertOverviewOpenBySeverity.from_dict(d.pop("openBySeverity"))

        is_capped = d.pop("isCapped")

        alert_overview = cls(
            open_by_severity=open_by_severity,
            is_capped=is_capped,
        )

        return alert_overview
