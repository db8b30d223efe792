from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.access_decision import AccessDecision
from ..models.access_policy_status import AccessPolicyStatus
from ..models.access_requirement import AccessRequirement
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.access_conditions import AccessConditions
    from ..models.access_session import AccessSession


T = TypeVar("T", bound="AccessPolicyInput")


@_attrs_define
class AccessPolicyInput:
    """A policy to create

    Example:
        {'name': 'Block outside the office', 'priority': 100, 'decision': 'BLOCK', 'conditions': {'locations':
            {'exclude': ['loc_01kahz5v3be4nr7q2m8x9c0d1e']}, 'clientTypes': ['browser']}}

    Attributes:
        name (str):
        priority (int): Policies are asked in ascending order, and the first enabled one that applies decides. No two
            have the same
        decision (AccessDecision | str): What an access policy decides. `REQUIRE` allows users who have met all
            `requirements`, and asks others for what is missing
        description (None | str | Unset):
        status (AccessPolicyStatus | str | Unset): `ENABLED` decides; `REPORT_ONLY` only counts what it would have
            decided; `DISABLED` is not asked
        conditions (AccessConditions | Unset): The attempts that the policy applies to. All conditions must hold. An
            empty list and null say nothing. A missing signal does not match an `include`. It does not exempt from `BLOCK`
            and `REQUIRE`. The policy judges machines only if `clientTypes` has `machine`, or `identities` or
            `identityTypes` name some Example: {'locations': {'exclude': ['loc_01kahz5v3be4nr7q2m8x9c0d1e']}, 'clientTypes':
            ['browser']}.
        requirements (list[AccessRequirement | str] | Unset): What `REQUIRE` requires, all of it. Empty for other
            decisions
        session (AccessSession | Unset): What holds for the sessions that the policy allows Example: {'maxAgeSeconds':
            300}.
        acknowledge_lockout (bool | Unset): Whether it may be enabled although it blocks all keys with scope `*`, or all
            owners
    """

    name: str
    priority: int
    decision: AccessDecision | str
    description: None | str | Unset = UNSET
    status: AccessPolicyStatus | str | Unset = UNSET
    conditions: AccessConditions | Unset = UNSET
    requirements: list[AccessRequirement | str] | Unset = UNSET
    session: AccessSession | Unset = UNSET
    acknowledge_lockout: bool | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        priority = self.priority

        decision: str
        decision = self.decision

        description: None | str | Unset
        if isinstance(self.description, Unset):
            description = UNSET
        else:
            description = self.description

        status: str | Unset
        if isinstance(self.status, Unset):
            status = UNSET
        else:
            status = self.status

        conditions: dict[str, Any] | Unset = UNSET
        if not isinstance(self.conditions, Unset):
            conditions = self.conditions.to_dict()

        requirements: list[str] | Unset = UNSET
        if not isinstance(self.requirements, Unset):
            requirements = []
            for requirements_item_data in self.requirements:
                requirements_item: str
                requirements_item = requirements_item_data
                requirements.append(requirements_item)

        session: dict[str, Any] | Unset = UNSET
        if not isinstance(self.session, Unset):
            session = self.session.to_dict()

        acknowledge_lockout = self.acknowledge_lockout

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "name": name,
                "priority": priority,
                "decision": decision,
            }
        )
        if description is not UNSET:
            field_dict["description"] = description
        if status is not UNSET:
            field_dict["status"] = status
        if conditions is not UNSET:
            field_dict["conditions"] = conditions
        if requirements is not UNSET:
            field_dict["requirements"] = requirements
        if session is not UNSET:
            field_dict["session"] = session
        if acknowledge_lockout is not UNSET:
            field_dict["acknowledgeLockout"] = acknowledge_lockout

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.access_conditions import AccessConditions  # noqa: PLC0415
        from ..models.access_session import AccessSession  # noqa: PLC0415

        d = dict(src_dict)
        name = d.pop("name")

        priority = d.pop("priority")

        def _parse_decision(data: object) -> AccessDecision | str:
            return cast(AccessDecision | str, data)

        decision = _parse_decision(d.pop("decision"))

        def _parse_description(data: object) -> None | str | Unset:
            return cast(None | str | Unset, data)

        description = _parse_description(d.pop("description", UNSET))

        def _parse_status(data: object) -> AccessPolicyStatus | str | Unset:
            return cast(AccessPolicyStatus | str | Unset, data)

        status = _parse_status(d.pop("status", UNSET))

        _conditions = d.pop("conditions", UNSET)
        conditions: AccessConditions | Unset
        if isinstance(_conditions, Unset):
            conditions = UNSET
        else:
            conditions = AccessConditions.from_dict(_conditions)

        _requirements = d.pop("requirements", UNSET)
        requirements: list[AccessRequirement | str] | Unset = UNSET
        if _requirements is not UNSET:
            requirements = []
            for requirements_item_data in _requirements:

                def _parse_requirements_item(data: object) -> AccessRequirement | str:
                    return cast(AccessRequirement | str, data)

                requirements_item = _parse_requirements_item(requirements_item_data)

                requirements.append(requirements_item)

        _session = d.pop("session", UNSET)
        session: AccessSession | Unset
        if isinstance(_session, Unset):
            session = UNSET
        else:
            session = AccessSession.from_dict(_session)

        acknowledge_lockout = d.pop("acknowledgeLockout", UNSET)

        access_policy_input = cls(
            name=name,
            priority=priority,
            decision=decision,
            description=description,
            status=status,
            conditions=conditions,
            requirements=requirements,
            session=session,
            acknowledge_lockout=acknowledge_lockout,
        )

        return access_policy_input
