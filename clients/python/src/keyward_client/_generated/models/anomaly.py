from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.anomaly_status import AnomalyStatus
from ..models.anomaly_type import AnomalyType
from ..models.severity import Severity

if TYPE_CHECKING:
    from ..models.anomaly_evidence import AnomalyEvidence


T = TypeVar("T", bound="Anomaly")


@_attrs_define
class Anomaly:
    """Something unusual, and what makes it so

    Example:
        {'id': 'ano_01kahz5v3be4nr7q2m8x9c0d1e', 'type': 'NEW_IP', 'severity': 'MEDIUM', 'score': 50, 'identityId':
            'idn_01kahz5v3be4nr7q2m8x9c0d1e', 'credentialId': 'cred_01kahz5v3be4nr7q2m8x9c0d1e', 'userId': None,
            'description': 'Used from 203.0.113.7, from where it was never used before', 'evidence': {'address':
            '203.0.113.7', 'knownAddresses': 2, 'learnedSince': '2026-01-01T09:00:00.000Z', 'uses': 3}, 'status': 'OPEN',
            'note': None, 'occurrences': 1, 'detectedAt': '2026-01-15T10:30:00.000Z', 'lastSeenAt':
            '2026-01-15T10:30:00.000Z', 'closedAt': None, 'updatedAt': '2026-01-15T10:30:00.000Z'}

    Attributes:
        id (str):
        type_ (AnomalyType | str): What was found; each has parameters of its own
        severity (Severity | str): How much it matters
        score (int): How unusual it is
        identity_id (None | str):
        credential_id (None | str):
        user_id (None | str): Null as long as nothing looks at people
        description (str): The finding in a sentence
        evidence (AnomalyEvidence): What was seen and what it was held against, by numbers
        status (AnomalyStatus | str): `RESOLVED` and `FALSE_POSITIVE` are closed
        note (None | str): A note by the user or key that judged it
        occurrences (int): How often it was found while not closed
        detected_at (datetime.datetime):
        last_seen_at (datetime.datetime): When it was last found
        closed_at (datetime.datetime | None):
        updated_at (datetime.datetime): When it was last judged
    """

    id: str
    type_: AnomalyType | str
    severity: Severity | str
    score: int
    identity_id: None | str
    credential_id: None | str
    user_id: None | str
    description: str
    evidence: AnomalyEvidence
    status: AnomalyStatus | str
    note: None | str
    occurrences: int
    detected_at: datetime.datetime
    last_seen_at: datetime.datetime
    closed_at: datetime.datetime | None
    updated_at: datetime.datetime

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        type_: str
        type_ = self.type_

        severity: str
        severity = self.severity

        score = self.score

        identity_id: None | str
        identity_id = self.identity_id

        credential_id: None | str
        credential_id = self.credential_id

        user_id: None | str
        user_id = self.user_id

        description = self.description

        evidence = self.evidence

        status: str
        status = self.status

        note: None | str
        note = self.note

        occurrences = self.occurrences

        detected_at = self.detected_at.isoformat()

        last_seen_at = self.last_seen_at.isoformat()

        closed_at: None | str
        if isinstance(self.closed_at, datetime.datetime):
            closed_at = self.closed_at.isoformat()
        else:
            closed_at = self.closed_at

        updated_at = self.updated_at.isoformat()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "id": id,
                "type": type_,
                "severity": severity,
                "score": score,
                "identityId": identity_id,
                "credentialId": credential_id,
                "userId": user_id,
                "description": description,
                "evidence": evidence,
                "status": status,
                "note": note,
                "occurrences": occurrences,
                "detectedAt": detected_at,
                "lastSeenAt": last_seen_at,
                "closedAt": closed_at,
                "updatedAt": updated_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = d.pop("id")

        def _parse_type_(data: object) -> AnomalyType | str:
            return cast(AnomalyType | str, data)

        type_ = _parse_type_(d.pop("type"))

        def _parse_severity(data: object) -> Severity | str:
            return cast(Severity | str, data)

        severity = _parse_severity(d.pop("severity"))

        score = d.pop("score")

        def _parse_identity_id(data: object) -> None | str:
            return cast(None | str, data)

        identity_id = _parse_identity_id(d.pop("identityId"))

        def _parse_credential_id(data: object) -> None | str:
            return cast(None | str, data)

        credential_id = _parse_credential_id(d.pop("credentialId"))

        def _parse_user_id(data: object) -> None | str:
            return cast(None | str, data)

        user_id = _parse_user_id(d.pop("userId"))

        description = d.pop("description")

        evidence = d.pop("evidence")

        def _parse_status(data: object) -> AnomalyStatus | str:
            return cast(AnomalyStatus | str, data)

        status = _parse_status(d.pop("status"))

        def _parse_note(data: object) -> None | str:
            return cast(None | str, data)

        note = _parse_note(d.pop("note"))

        occurrences = d.pop("occurrences")

        detected_at = datetime.datetime.fromisoformat(d.pop("detectedAt").replace("Z", "+00:00"))

        last_seen_at = datetime.datetime.fromisoformat(d.pop("lastSeenAt").replace("Z", "+00:00"))

        def _parse_closed_at(data: object) -> datetime.datetime | None:
            try:
                if not isinstance(data, str):
                    raise TypeError
                closed_at_type_0 = datetime.datetime.fromisoformat(data.replace("Z", "+00:00"))

                return closed_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        closed_at = _parse_closed_at(d.pop("closedAt"))

        updated_at = datetime.datetime.fromisoformat(d.pop("updatedAt").replace("Z", "+00:00"))

        anomaly = cls(
            id=id,
            type_=type_,
            severity=severity,
            score=score,
            identity_id=identity_id,
            credential_id=credential_id,
            user_id=user_id,
            description=description,
            evidence=evidence,
            status=status,
            note=note,
            occurrences=occurrences,
            detected_at=detected_at,
            last_seen_at=last_seen_at,
            closed_at=closed_at,
            updated_at=updated_at,
        )

        return anomaly
