from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.policy_action import PolicyAction
from ..models.policy_mode import PolicyMode
from ..models.policy_severity import PolicySeverity
from ..models.policy_type import PolicyType

if TYPE_CHECKING:
    from ..models.credential_lifetime_parameters import CredentialLifetimeParameters
    from ..models.inactivity_parameters import InactivityParameters
    from ..models.ip_allowlist_parameters import IpAllowlistParameters
    from ..models.owner_required_parameters import OwnerRequiredParameters
    from ..models.rotation_age_parameters import RotationAgeParameters
    from ..models.scope_restriction_parameters import ScopeRestrictionParameters
    from ..models.shown_policy_selector import ShownPolicySelector
    from ..models.time_window_parameters import TimeWindowParameters
    from ..models.usage_rate_parameters import UsageRateParameters


T = TypeVar("T", bound="Policy")


@_attrs_define
class Policy:
    """A policy, and how many identities it is about now

    Example:
        {'id': 'pol_01kahz5v3be4nr7q2m8x9c0d1e', 'name': 'Rotate every quarter', 'description': None, 'type':
            'ROTATION_AGE', 'mode': 'ENFORCE', 'severity': 'HIGH', 'selector': {'identityTypes': ['CI_CD'], 'tags':
            ['payments'], 'identityIds': []}, 'parameters': {'maxAgeDays': 90}, 'actions': ['DENY', 'ALERT'],
            'violationCount': 0, 'lastViolatedAt': None, 'createdBy': 'cred_01kahz5v3be4nr7q2m8x9c0d1e', 'createdAt':
            '2026-01-15T10:30:00.000Z', 'updatedAt': '2026-01-15T10:30:00.000Z', 'matchedIdentities': 12}

    Attributes:
        matched_identities (int): How many identities the selector finds now; 0 is allowed if no identity matches yet
        id (str):
        name (str):
        description (None | str):
        type_ (PolicyType | str): What a policy judges; `parameters` are of this type
        mode (PolicyMode | str): `ENFORCE` acts; `REPORT_ONLY` only tells what it would have done; `DISABLED` is not
            asked
        severity (PolicySeverity | str): How bad a violation is; events carry it
        selector (ShownPolicySelector): Which identities it is about Example: {'identityTypes': ['CI_CD'], 'tags':
            ['payments'], 'identityIds': []}.
        parameters (CredentialLifetimeParameters | InactivityParameters | IpAllowlistParameters |
            OwnerRequiredParameters | RotationAgeParameters | ScopeRestrictionParameters | TimeWindowParameters |
            UsageRateParameters): What the type of the policy asks for Example: {'maxAgeDays': 90}.
        actions (list[PolicyAction | str]): What an enforced policy does when it is violated Example: ['DENY'].
        violation_count (int): How often it was violated since it was created; what verifications add follows within
            seconds
        last_violated_at (datetime.datetime | None):
        created_by (None | str):
        created_at (datetime.datetime):
        updated_at (datetime.datetime):
    """

    matched_identities: int
    id: str
    name: str
    description: None | str
    type_: PolicyType | str
    mode: PolicyMode | str
    severity: PolicySeverity | str
    selector: ShownPolicySelector
    parameters: (
        CredentialLifetimeParameters
        | InactivityParameters
        | IpAllowlistParameters
        | OwnerRequiredParameters
        | RotationAgeParameters
        | ScopeRestrictionParameters
        | TimeWindowParameters
        | UsageRateParameters
    )
    actions: list[PolicyAction | str]
    violation_count: int
    last_violated_at: datetime.datetime | None
    created_by: None | str
    created_at: datetime.datetime
    updated_at: datetime.datetime

    def to_dict(self) -> dict[str, Any]:
        from ..models.credential_lifetime_parameters import CredentialLifetimeParameters  # noqa: PLC0415
        from ..models.inactivity_parameters import InactivityParameters  # noqa: PLC0415
        from ..models.ip_allowlist_parameters import IpAllowlistParameters  # noqa: PLC0415
        from ..models.owner_required_parameters import OwnerRequiredParameters  # noqa: PLC0415
        from ..models.rotation_age_parameters import RotationAgeParameters  # noqa: PLC0415
        from ..models.scope_restriction_parameters import ScopeRestrictionParameters  # noqa: PLC0415
        from ..models.time_window_parameters import TimeWindowParameters  # noqa: PLC0415

        matched_identities = self.matched_identities

        id = self.id

        name = self.name

        description: None | str
        description = self.description

        type_: str
        type_ = self.type_

        mode: str
        mode = self.mode

        severity: str
        severity = self.severity

        selector = self.selector.to_dict()

        parameters: dict[str, Any]
        if isinstance(self.parameters, CredentialLifetimeParameters):
            parameters = self.parameters.to_dict()

        elif isinstance(self.parameters, RotationAgeParameters):
            parameters = self.parameters.to_dict()

        elif isinstance(self.parameters, ScopeRestrictionParameters):
            parameters = self.parameters.to_dict()

        elif isinstance(self.parameters, IpAllowlistParameters):
            parameters = self.parameters.to_dict()

        elif isinstance(self.parameters, TimeWindowParameters):
            parameters = self.parameters.to_dict()

        elif isinstance(self.parameters, InactivityParameters):
            parameters = self.parameters.to_dict()

        elif isinstance(self.parameters, OwnerRequiredParameters):
            parameters = self.parameters.to_dict()

        else:
            parameters = self.parameters.to_dict()

        actions = []
        for componentsschemas_policy_actions_item_data in self.actions:
            componentsschemas_policy_actions_item: str
            componentsschemas_policy_actions_item = componentsschemas_policy_actions_item_data
            actions.append(componentsschemas_policy_actions_item)

        violation_count = self.violation_count

        last_violated_at: None | str
        if isinstance(self.last_violated_at, datetime.datetime):
            last_violated_at = self.last_violated_at.isoformat()
        else:
            last_violated_at = self.last_violated_at

        created_by: None | str
        created_by = self.created_by

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "matchedIdentities": matched_identities,
                "id": id,
                "name": name,
                "description": description,
                "type": type_,
                "mode": mode,
                "severity": severity,
                "selector": selector,
                "parameters": parameters,
                "actions": actions,
                "violationCount": violation_count,
                "lastViolatedAt": last_violated_at,
                "createdBy": created_by,
                "createdAt": created_at,
                "updatedAt": updated_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.credential_lifetime_parameters import CredentialLifetimeParameters  # noqa: PLC0415
        from ..models.inactivity_parameters import InactivityParameters  # noqa: PLC0415
        from ..models.ip_allowlist_parameters import IpAllowlistParameters  # noqa: PLC0415
        from ..models.owner_required_parameters import OwnerRequiredParameters  # noqa: PLC0415
        from ..models.rotation_age_parameters import RotationAgeParameters  # noqa: PLC0415
        from ..models.scope_restriction_parameters import ScopeRestrictionParameters  # noqa: PLC0415
        from ..models.shown_policy_selector import ShownPolicySelector  # noqa: PLC0415
        from ..models.time_window_parameters import TimeWindowParameters  # noqa: PLC0415
        from ..models.usage_rate_parameters import UsageRateParameters  # noqa: PLC0415

        d = dict(src_dict)
        matched_identities = d.pop("matchedIdentities")

        id = d.pop("id")

        name = d.pop("name")

        def _parse_description(data: object) -> None | str:
            return cast(None | str, data)

        description = _parse_description(d.pop("description"))

        def _parse_type_(data: object) -> PolicyType | str:
            return cast(PolicyType | str, data)

        type_ = _parse_type_(d.pop("type"))

        def _parse_mode(data: object) -> PolicyMode | str:
            return cast(PolicyMode | str, data)

        mode = _parse_mode(d.pop("mode"))

        def _parse_severity(data: object) -> PolicySeverity | str:
            return cast(PolicySeverity | str, data)

        severity = _parse_severity(d.pop("severity"))

        selector = ShownPolicySelector.from_dict(d.pop("selector"))

        def _parse_parameters(
            data: object,
        ) -> (
            CredentialLifetimeParameters
            | InactivityParameters
            | IpAllowlistParameters
            | OwnerRequiredParameters
            | RotationAgeParameters
            | ScopeRestrictionParameters
            | TimeWindowParameters
            | UsageRateParameters
        ):
            try:
                if not isinstance(data, dict):
                    raise TypeError
                componentsschemas_policy_parameters_type_0 = CredentialLifetimeParameters.from_dict(
                    data
                )

                return componentsschemas_policy_parameters_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError
                componentsschemas_policy_parameters_type_1 = RotationAgeParameters.from_dict(data)

                return componentsschemas_policy_parameters_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError
                componentsschemas_policy_parameters_type_2 = ScopeRestrictionParameters.from_dict(
                    data
                )

                return componentsschemas_policy_parameters_type_2
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError
                componentsschemas_policy_parameters_type_3 = IpAllowlistParameters.from_dict(data)

                return componentsschemas_policy_parameters_type_3
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError
                componentsschemas_policy_parameters_type_4 = TimeWindowParameters.from_dict(data)

                return componentsschemas_policy_parameters_type_4
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError
                componentsschemas_policy_parameters_type_5 = InactivityParameters.from_dict(data)

                return componentsschemas_policy_parameters_type_5
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError
                componentsschemas_policy_parameters_type_6 = OwnerRequiredParameters.from_dict(data)

                return componentsschemas_policy_parameters_type_6
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError
                componentsschemas_policy_parameters_type_7 = UsageRateParameters.from_dict(data)

                return componentsschemas_policy_parameters_type_7
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(
                CredentialLifetimeParameters
                | InactivityParameters
                | IpAllowlistParameters
                | OwnerRequiredParameters
                | RotationAgeParameters
                | ScopeRestrictionParameters
                | TimeWindowParameters
                | UsageRateParameters,
                data,
            )

        parameters = _parse_parameters(d.pop("parameters"))

        actions = []
        _actions = d.pop("actions")
        for componentsschemas_policy_actions_item_data in _actions:

            def _parse_componentsschemas_policy_actions_item(data: object) -> PolicyAction | str:
                return cast(PolicyAction | str, data)

            componentsschemas_policy_actions_item = _parse_componentsschemas_policy_actions_item(
                componentsschemas_policy_actions_item_data
            )

            actions.append(componentsschemas_policy_actions_item)

        violation_count = d.pop("violationCount")

        def _parse_last_violated_at(data: object) -> datetime.datetime | None:
            try:
                if not isinstance(data, str):
                    raise TypeError
                last_violated_at_type_0 = datetime.datetime.fromisoformat(
                    data.replace("Z", "+00:00")
                )

                return last_violated_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        last_violated_at = _parse_last_violated_at(d.pop("lastViolatedAt"))

        def _parse_created_by(data: object) -> None | str:
            return cast(None | str, data)

        created_by = _parse_created_by(d.pop("createdBy"))

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt").replace("Z", "+00:00"))

        updated_at = datetime.datetime.fromisoformat(d.pop("updatedAt").replace("Z", "+00:00"))

        policy = cls(
            matched_identities=matched_identities,
            id=id,
            name=name,
            description=description,
            type_=type_,
            mode=mode,
            severity=severity,
            selector=selector,
            parameters=parameters,
            actions=actions,
            violation_count=violation_count,
            last_violated_at=last_violated_at,
            created_by=created_by,
            created_at=created_at,
            updated_at=updated_at,
        )

        return policy
