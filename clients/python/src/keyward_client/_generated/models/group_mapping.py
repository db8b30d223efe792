from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="GroupMapping")


@_attrs_define
class GroupMapping:
    """Members of a group at the identity provider become members of a group here

    Example:
        {'value': 'engineering', 'groupId': 'grp_01kahz5v3be4nr7q2m8x9c0d1e'}

    Attributes:
        value (str): The group as the identity provider names it, compared character by character
        group_id (str): The group here
    """

    value: str
    group_id: str

    def to_dict(self) -> dict[str, Any]:
        value = self.value

        group_id = self.group_id

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "value": value,
                "groupId": group_id,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        value = d.pop("value")

        group_id = d.pop("groupId")

        group_mapping = cls(
            value=value,
            group_id=group_id,
        )

        return group_mapping
