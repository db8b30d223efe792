from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.access_decision import AccessDecision
from ..models.access_policy_status import AccessPolicyStatus
from ..models.access_requirement import AccessRequirement

if TYPE_CHECKING:
    from ..models.shown_access_conditions import ShownAccessConditions
    from ..models.shown_access_session import ShownAccessSession


T = TypeVar("T", bound="AccessPolicy")


@_attrs_define
class AccessPolicy:
    """A policy of conditional access

    Example:
        {'id': 'cap_01kahz5v3be4nr7q2m8x9c0d1e', 'name': 'Block outside the office', 'description': None, 'priority':
            100, 'status': 'REPORT_ONLY', 'conditions': {'users': {'include': [], 'exclude': []}, 'groups': {'include': [],
            'exclude': []}, 'identities': {'include': [], 'exclude': []}, 'identityTypes': {'include': [], 'exclude': []},
            'applications': {'include': [], 'exclude': []}, 'locations': {'include': [], 'exclude':
            ['loc_01kahz5v3be4nr7q2m8x9c0d1e']}, 'ipRanges': [], 'countries': [], 'devicePlatforms': [], 'deviceTrust': [],
            'riskLevels': [], 'clientTypes': ['browser'], 'schedule': None}, 'decision': 'BLOCK', 'requirements': [],
            'session': {'maxAgeSeconds': None, 'persistent': None}, 'matchCount': 0, 'lastMatchedAt': None, 'createdBy':
            'cred_01kahz5v3be4nr7q2m8x9c0d1e', 'createdAt': '2026-01-15T10:30:00.000Z', 'updatedAt':
            '2026-01-15T10:30:00.000Z'}

    Attributes:
        id (str):
        name (str):
        description (None | str):
        priority (int): Policies are asked in ascending order, and the first enabled one that applies decides. No two
            have the same
        status (AccessPolicyStatus | str): `ENABLED` decides; `REPORT_ONLY` only counts what it would have decided;
            `DISABLED` is not asked
        conditions (ShownAccessConditions): The attempts that the policy applies to Example: {'users': {'include': [],
            'exclude': []}, 'groups': {'include': [], 'exclude': []}, 'identities': {'include': [], 'exclude': []},
            'identityTypes': {'include': [], 'exclude': []}, 'applications': {'include': [], 'exclude': []}, 'locations':
            {'include': [], 'exclude': ['loc_01kahz5v3be4nr7q2m8x9c0d1e']}, 'ipRanges': [], 'countries': [],
            'devicePlatforms': [], 'deviceTrust': [], 'riskLevels': [], 'clientTypes': ['browser'], 'schedule': None}.
        decision (AccessDecision | str): What an access policy decides. `REQUIRE` allows users who have met all
            `requirements`, and asks others for what is missing
        requirements (list[AccessRequirement | str]): What `REQUIRE` requires, all of it. Empty for other decisions
        session (ShownAccessSession): What holds for the sessions that the policy allows Example: {'maxAgeSeconds':
            None, 'persistent': None}.
        match_count (int): How often it decided, or would have decided with `REPORT_ONLY`. It follows within seconds
        last_matched_at (datetime.datetime | None):
        created_by (None | str):
        created_at (datetime.datetime):
        updated_at (datetime.datetime):
    """

    id: str
    name: str
    description: None | str
    priority: int
    status: AccessPolicyStatus | str
    conditions: ShownAccessConditions
    decision: AccessDecision | str
    requirements: list[AccessRequirement | str]
    session: ShownAccessSession
    match_count: int
    last_matched_at: datetime.datetime | None
    created_by: None | str
    created_at: datetime.datetime
    updated_at: datetime.datetime

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        name = self.name

        description: None | str
        description = self.description

        priority = self.priority

        status: str
        status = self.status

        conditions = self.conditions.to_dict()

        decision: str
        decision = self.decision

        requirements = []
        for requirements_item_data in self.requirements:
            requirements_item: str
            requirements_item = requirements_item_data
            requirements.append(requirements_item)

        session = self.session.to_dict()

        match_count = self.match_count

        last_matched_at: None | str
        if isinstance(self.last_matched_at, datetime.datetime):
            last_matched_at = self.last_matched_at.isoformat()
        else:
            last_matched_at = self.last_matched_at

        created_by: None | str
        created_by = self.created_by

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "id": id,
                "name": name,
                "description": description,
                "priority": priority,
                "status": status,
                "conditions": conditions,
                "decision": decision,
                "requirements": requirements,
                "session": session,
                "matchCount": match_count,
                "lastMatchedAt": last_matched_at,
                "createdBy": created_by,
                "createdAt": created_at,
                "updatedAt": updated_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.shown_access_conditions import ShownAccessConditions  # noqa: PLC0415
        from ..models.shown_access_session import ShownAccessSession  # noqa: PLC0415

        d = dict(src_dict)
        id = d.pop("id")

        name = d.pop("name")

        def _parse_description(data: object) -> None | str:
            return cast(None | str, data)

        description = _parse_description(d.pop("description"))

        priority = d.pop("priority")

        def _parse_status(data: object) -> AccessPolicyStatus | str:
            return cast(AccessPolicyStatus | str, data)

        status = _parse_status(d.pop("status"))

        conditions = ShownAccessConditions.from_dict(d.pop("conditions"))

        def _parse_decision(data: object) -> AccessDecision | str:
            return cast(AccessDecision | str, data)

        decision = _parse_decision(d.pop("decision"))

        requirements = []
        _requirements = d.pop("requirements")
        for requirements_item_data in _requirements:

            def _parse_requirements_item(data: object) -> AccessRequirement | str:
                return cast(AccessRequirement | str, data)

            requirements_item = _parse_requirements_item(requirements_item_data)

            requirements.append(requirements_item)

        session = ShownAccessSession.from_dict(d.pop("session"))

        match_count = d.pop("matchCount")

        def _parse_last_matched_at(data: object) -> datetime.datetime | None:
            try:
                if not isinstance(data, str):
                    raise TypeError
                last_matched_at_type_0 = datetime.datetime.fromisoformat(
                    data.replace("Z", "+00:00")
                )

                return last_matched_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        last_matched_at = _parse_last_matched_at(d.pop("lastMatchedAt"))

        def _parse_created_by(data: object) -> None | str:
            return cast(None | str, data)

        created_by = _parse_created_by(d.pop("createdBy"))

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt").replace("Z", "+00:00"))

        updated_at = datetime.datetime.fromisoformat(d.pop("updatedAt").replace("Z", "+00:00"))

        access_policy = cls(
            id=id,
            name=name,
            description=description,
            priority=priority,
            status=status,
            conditions=conditions,
            decision=decision,
            requirements=requirements,
            session=session,
            match_count=match_count,
            last_matched_at=last_matched_at,
            created_by=created_by,
            created_at=created_at,
            updated_at=updated_at,
        )

        return access_policy
