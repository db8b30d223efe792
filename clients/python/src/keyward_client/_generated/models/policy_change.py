from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.policy_action import PolicyAction
from ..models.policy_mode import PolicyMode
from ..models.policy_severity import PolicySeverity
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.policy_change_parameters import PolicyChangeParameters
    from ..models.policy_selector import PolicySelector


T = TypeVar("T", bound="PolicyChange")


@_attrs_define
class PolicyChange:
    """The fields to change; fields that are left out keep their values

    Example:
        {'mode': 'REPORT_ONLY', 'parameters': {'maxAgeDays': 60}}

    Attributes:
        name (str | Unset):
        description (None | str | Unset):
        mode (PolicyMode | str | Unset): `ENFORCE` acts; `REPORT_ONLY` only tells what it would have done; `DISABLED` is
            not asked
        severity (PolicySeverity | str | Unset): How bad a violation is; events carry it
        selector (PolicySelector | Unset): The identities that the policy applies to: of one of these types, with one of
            these tags, and with one of these IDs. An empty list does not restrict, so a selector without lists matches all
            identities Example: {'identityTypes': ['CI_CD'], 'tags': ['payments'], 'identityIds': []}.
        parameters (PolicyChangeParameters | Unset): Merged into those it has; null removes one. What comes of it must
            be what its type asks for
        actions (list[PolicyAction | str] | Unset): What an enforced policy does when it is violated Example: ['DENY'].
        acknowledge_lockout (bool | Unset): Whether it may be enforced although no key with scope `*` could call the API
            any more
    """

    name: str | Unset = UNSET
    description: None | str | Unset = UNSET
    mode: PolicyMode | str | Unset = UNSET
    severity: PolicySeverity | str | Unset = UNSET
    selector: PolicySelector | Unset = UNSET
    parameters: PolicyChangeParameters | Unset = UNSET
    actions: list[PolicyAction | str] | Unset = UNSET
    acknowledge_lockout: bool | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        description: None | str | Unset
        if isinstance(self.description, Unset):
            description = UNSET
        else:
            description = self.description

        mode: str | Unset
        if isinstance(self.mode, Unset):
            mode = UNSET
        else:
            mode = self.mode

        severity: str | Unset
        if isinstance(self.severity, Unset):
            severity = UNSET
        else:
            severity = self.severity

        selector: dict[str, Any] | Unset = UNSET
        if not isinstance(self.selector, Unset):
            selector = self.selector.to_dict()

        parameters = self.parameters

        actions: list[str] | Unset = UNSET
        if not isinstance(self.actions, Unset):
            actions = []
            for componentsschemas_policy_actions_item_data in self.actions:
                componentsschemas_policy_actions_item: str
                componentsschemas_policy_actions_item = componentsschemas_policy_actions_item_data
                actions.append(componentsschemas_policy_actions_item)

        acknowledge_lockout = self.acknowledge_lockout

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if name is not UNSET:
            field_dict["name"] = name
        if description is not UNSET:
            field_dict["description"] = description
        if mode is not UNSET:
            field_dict["mode"] = mode
        if severity is not UNSET:
            field_dict["severity"] = severity
        if selector is not UNSET:
            field_dict["selector"] = selector
        if parameters is not UNSET:
            field_dict["parameters"] = parameters
        if actions is not UNSET:
            field_dict["actions"] = actions
        if acknowledge_lockout is not UNSET:
            field_dict["acknowledgeLockout"] = acknowledge_lockout

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.policy_selector import PolicySelector  # noqa: PLC0415

        d = dict(src_dict)
        name = d.pop("name", UNSET)

        def _parse_description(data: object) -> None | str | Unset:
            return cast(None | str | Unset, data)

        description = _parse_description(d.pop("description", UNSET))

        def _parse_mode(data: object) -> PolicyMode | str | Unset:
            return cast(PolicyMode | str | Unset, data)

        mode = _parse_mode(d.pop("mode", UNSET))

        def _parse_severity(data: object) -> PolicySeverity | str | Unset:
            return cast(PolicySeverity | str | Unset, data)

        severity = _parse_severity(d.pop("severity", UNSET))

        _selector = d.pop("selector", UNSET)
        selector: PolicySelector | Unset
        if isinstance(_selector, Unset):
            selector = UNSET
        else:
            selector = PolicySelector.from_dict(_selector)

        parameters = d.pop("parameters", UNSET)

        _actions = d.pop("actions", UNSET)
        actions: list[PolicyAction | str] | Unset = UNSET
        if _actions is not UNSET:
            actions = []
            for componentsschemas_policy_actions_item_data in _actions:

                def _parse_componentsschemas_policy_actions_item(
                    data: object,
                ) -> PolicyAction | str:
                    return cast(PolicyAction | str, data)

                componentsschemas_policy_actions_item = (
                    _parse_componentsschemas_policy_actions_item(
                        componentsschemas_policy_actions_item_data
                    )
                )

                actions.append(componentsschemas_policy_actions_item)

        acknowledge_lockout = d.pop("acknowledgeLockout", UNSET)

        policy_change = cls(
            name=name,
            description=description,
            mode=mode,
            severity=severity,
            selector=selector,
            parameters=parameters,
            actions=actions,
            acknowledge_lockout=acknowledge_lockout,
        )

        return policy_change
