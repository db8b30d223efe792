from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="PendingChangeDecision")


@_attrs_define
class PendingChangeDecision:
    """Which change was decided on

    Example:
        {'changeId': '0b8ae1b1b3b0e2b6b5a8b6b1d9c5a3a2c1d7e6f5a4b3c2d1e0f9a8b7c6d5e4f3'}

    Attributes:
        change_id (str): The name of one pending change Example:
            0b8ae1b1b3b0e2b6b5a8b6b1d9c5a3a2c1d7e6f5a4b3c2d1e0f9a8b7c6d5e4f3.
    """

    change_id: str

    def to_dict(self) -> dict[str, Any]:
        change_id = self.change_id

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "changeId": change_id,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        change_id = d.pop("changeId")

        pending_change_decision = cls(
            change_id=change_id,
        )

        return pending_change_decision
