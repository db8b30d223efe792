from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.access_policy_place import AccessPolicyPlace


T = TypeVar("T", bound="AccessPolicyOrder")


@_attrs_define
class AccessPolicyOrder:
    """All policies, in the order in which they are asked

    Example:
        {'policies': [{'id': 'cap_01kahz5v3be4nr7q2m8x9c0d1e', 'priority': 100}]}

    Attributes:
        policies (list[AccessPolicyPlace]):
    """

    policies: list[AccessPolicyPlace]

    def to_dict(self) -> dict[str, Any]:
        policies = []
        for policies_item_data in self.policies:
            policies_item = policies_item_data.to_dict()

            policies.append(policies_item)

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "policies": policies,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.access_policy_place import AccessPolicyPlace  # noqa: PLC0415

        d = dict(src_dict)
        policies = []
        _policies = d.pop("policies")
        for policies_item_data in _policies:
            policies_item = AccessPolicyPlace.from_dict(policies_item_data)

            policies.append(policies_item)

        access_policy_order = cls(
            policies=policies,
        )

        return access_policy_order
