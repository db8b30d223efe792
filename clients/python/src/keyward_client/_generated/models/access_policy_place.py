from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="AccessPolicyPlace")


@_attrs_define
class AccessPolicyPlace:
    """A policy in the order

    Example:
        {'id': 'cap_01kahz5v3be4nr7q2m8x9c0d1e', 'priority': 100}

    Attributes:
        id (str):
        priority (int): The present number of the policy
    """

    id: str
    priority: int

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        priority = self.priority

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "id": id,
                "priority": priority,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = d.pop("id")

        priority = d.pop("priority")

        access_policy_place = cls(
            id=id,
            priority=priority,
        )

        return access_policy_place
