from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="MembersInput")


@_attrs_define
class MembersInput:
    """Who to add, either one user as `userId` or several as `userIds`

    Example:
        {'userId': 'usr_01kahz5v3be4nr7q2m8x9c0d1e'}

    Attributes:
        user_id (str | Unset):
        user_ids (list[str] | Unset):
        acknowledge_lockout (bool | Unset): Whether they may be added although an enabled policy of conditional access
            then keeps all owners from signing in
    """

    user_id: str | Unset = UNSET
    user_ids: list[str] | Unset = UNSET
    acknowledge_lockout: bool | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        user_id = self.user_id

        user_ids: list[str] | Unset = UNSET
        if not isinstance(self.user_ids, Unset):
            user_ids = self.user_ids

        acknowledge_lockout = self.acknowledge_lockout

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if user_id is not UNSET:
            field_dict["userId"] = user_id
        if user_ids is not UNSET:
            field_dict["userIds"] = user_ids
        if acknowledge_lockout is not UNSET:
            field_dict["acknowledgeLockout"] = acknowledge_lockout

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        user_id = d.pop("userId", UNSET)

        user_ids = cast(list[str], d.pop("userIds", UNSET))

        acknowledge_lockout = d.pop("acknowledgeLockout", UNSET)

        members_input = cls(
            user_id=user_id,
            user_ids=user_ids,
            acknowledge_lockout=acknowledge_lockout,
        )

        return members_input
