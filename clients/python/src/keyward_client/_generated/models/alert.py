from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.alert_status import AlertStatus
from ..models.severity import Severity

if TYPE_CHECKING:
    from ..models.alert_source import AlertSource


T = TypeVar("T", bound="Alert")


@_attrs_define
class Alert:
    """Something that a person should look at

    Example:
        {'id': 'alt_01kahz5v3be4nr7q2m8x9c0d1e', 'ruleId': None, 'title': 'A webhook was disabled', 'severity': 'HIGH',
            'status': 'OPEN', 'source': {'type': 'WEBHOOK', 'id': 'wh_01kahz5v3be4nr7q2m8x9c0d1e'}, 'identityId': None,
            'description': 'deploy hook has failed for 120 hours', 'count': 1, 'triggeredAt': '2026-01-15T10:30:00.000Z',
            'lastTriggeredAt': '2026-01-15T10:30:00.000Z', 'resolvedAt': None, 'updatedAt': '2026-01-15T10:30:00.000Z'}

    Attributes:
        id (str):
        rule_id (None | str): The rule that raised it; null for what the service always tells
        title (str):
        severity (Severity | str): How much it matters
        status (AlertStatus | str): `RESOLVED` is closed
        source (AlertSource): What raised the alert Example: {'type': 'WEBHOOK', 'id': 'wh_01kahz5v3be4nr7q2m8x9c0d1e'}.
        identity_id (None | str): The identity that the first occurrence is about
        description (str): The first occurrence in a sentence
        count (int): How often it happened
        triggered_at (datetime.datetime):
        last_triggered_at (datetime.datetime): When it last happened
        resolved_at (datetime.datetime | None):
        updated_at (datetime.datetime): When it was last changed by a user or a key
    """

    id: str
    rule_id: None | str
    title: str
    severity: Severity | str
    status: AlertStatus | str
    source: AlertSource
    identity_id: None | str
    description: str
    count: int
    triggered_at: datetime.datetime
    last_triggered_at: datetime.datetime
    resolved_at: datetime.datetime | None
    updated_at: datetime.datetime

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        rule_id: None | str
        rule_id = self.rule_id

        title = self.title

        severity: str
        severity = self.severity

        status: str
        status = self.status

        source = self.source.to_dict()

        identity_id: None | str
        identity_id = self.identity_id

        description = self.description

        count = self.count

        triggered_at = self.triggered_at.isoformat()

        last_triggered_at = self.last_triggered_at.isoformat()

        resolved_at: None | str
        if isinstance(self.resolved_at, datetime.datetime):
            resolved_at = self.resolved_at.isoformat()
        else:
            resolved_at = self.resolved_at

        updated_at = self.updated_at.isoformat()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "id": id,
                "ruleId": rule_id,
                "title": title,
                "severity": severity,
                "status": status,
                "source": source,
                "identityId": identity_id,
                "description": description,
                "count": count,
                "triggeredAt": triggered_at,
                "lastTriggeredAt": last_triggered_at,
                "resolvedAt": resolved_at,
                "updatedAt": updated_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.alert_source import AlertSource  # noqa: PLC0415

        d = dict(src_dict)
        id = d.pop("id")

        def _parse_rule_id(data: object) -> None | str:
            return cast(None | str, data)

        rule_id = _parse_rule_id(d.pop("ruleId"))

        title = d.pop("title")

        def _parse_severity(data: object) -> Severity | str:
            return cast(Severity | str, data)

        severity = _parse_severity(d.pop("severity"))

        def _parse_status(data: object) -> AlertStatus | str:
            return cast(AlertStatus | str, data)

        status = _parse_status(d.pop("status"))

        source = AlertSource.from_dict(d.pop("source"))

        def _parse_identity_id(data: object) -> None | str:
            return cast(None | str, data)

        identity_id = _parse_identity_id(d.pop("identityId"))

        description = d.pop("description")

        count = d.pop("count")

        triggered_at = datetime.datetime.fromisoformat(d.pop("triggeredAt").replace("Z", "+00:00"))

        last_triggered_at = datetime.datetime.fromisoformat(
            d.pop("lastTriggeredAt").replace("Z", "+00:00")
        )

        def _parse_resolved_at(data: object) -> datetime.datetime | None:
            try:
                if not isinstance(data, str):
                    raise TypeError
                resolved_at_type_0 = datetime.datetime.fromisoformat(data.replace("Z", "+00:00"))

                return resolved_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        resolved_at = _parse_resolved_at(d.pop("resolvedAt"))

        updated_at = datetime.datetime.fromisoformat(d.pop("updatedAt").replace("Z", "+00:00"))

        alert = cls(
            id=id,
            rule_id=rule_id,
            title=title,
            severity=severity,
            status=status,
            source=source,
            identity_id=identity_id,
            description=description,
            count=count,
            triggered_at=triggered_at,
            last_triggered_at=last_triggered_at,
            resolved_at=resolved_at,
            updated_at=updated_at,
        )

        return alert
