from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="AccessPolicyOrderChange")


@_attrs_define
class AccessPolicyOrderChange:
    """The order in which the policies are to be asked

    Example:
        {'policyIds': ['cap_01kahz5v3be4nr7q2m8x9c0d1e']}

    Attributes:
        policy_ids (list[str]): The IDs of all policies, the one that is asked first in front
        acknowledge_lockout (bool | Unset): Whether the order may be changed although it blocks all keys with scope `*`,
            or all owners
    """

    policy_ids: list[str]
    acknowledge_lockout: bool | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        policy_ids = self.policy_ids

        acknowledge_lockout = self.acknowledge_lockout

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "policyIds": policy_ids,
            }
        )
        if acknowledge_lockout is not UNSET:
            field_dict["acknowledgeLockout"] = acknowledge_lockout

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        policy_ids = cast(list[str], d.pop("policyIds"))

        acknowledge_lockout = d.pop("acknowledgeLockout", UNSET)

        access_policy_order_change = cls(
            policy_ids=policy_ids,
            acknowledge_lockout=acknowledge_lockout,
        )

        return access_policy_order_change
