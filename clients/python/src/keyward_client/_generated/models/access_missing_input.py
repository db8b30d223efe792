from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="AccessMissingInput")


@_attrs_define
class AccessMissingInput:
    """For how many attempts a condition of the draft lacked its input, where no other condition kept the draft from
    applying

        Example:
            {'condition': 'deviceTrust', 'users': 4, 'machines': 0}

        Attributes:
            condition (str):
            users (int):
            machines (int):
    """

    condition: str
    users: int
    machines: int

    def to_dict(self) -> dict[str, Any]:
        condition = self.condition

        users = self.users

        machines = self.machines

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "condition": condition,
                "users": users,
                "machines": machines,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        condition = d.pop("condition")

        users = d.pop("users")

        machines = d.pop("machines")

        access_missing_input = cls(
            condition=condition,
            users=users,
            machines=machines,
        )

        return access_missing_input
