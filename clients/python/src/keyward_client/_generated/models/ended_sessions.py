from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="EndedSessions")


@_attrs_define
class EndedSessions:
    """How many sessions of a user ended

    Example:
        {'userId': 'usr_01kahz5v3be4nr7q2m8x9c0d1e', 'ended': 2}

    Attributes:
        user_id (str):
        ended (int): How many ended
    """

    user_id: str
    ended: int

    def to_dict(self) -> dict[str, Any]:
        user_id = self.user_id

        ended = self.ended

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "userId": user_id,
                "ended": ended,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        user_id = d.pop("userId")

        ended = d.pop("ended")

        ended_sessions = cls(
            user_id=user_id,
            ended=ended,
        )

        return ended_sessions
