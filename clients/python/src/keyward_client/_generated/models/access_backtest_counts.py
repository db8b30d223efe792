from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="AccessBacktestCounts")


@_attrs_define
class AccessBacktestCounts:
    """Attempts of a day. All but the first count what the draft would have decided

    Example:
        {'judged': 120, 'allowed': 0, 'blocked': 3, 'asked': 0, 'changed': 3}

    Attributes:
        judged (int): All attempts
        allowed (int):
        blocked (int):
        asked (int):
        changed (int): Where the decision would have been another one than it was
    """

    judged: int
    allowed: int
    blocked: int
    asked: int
    changed: int

    def to_dict(self) -> dict[str, Any]:
        judged = self.judged

        allowed = self.allowed

        blocked = self.blocked

        asked = self.asked

        changed = self.changed

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "judged": judged,
                "allowed": allowed,
                "blocked": blocked,
                "asked": asked,
                "changed": changed,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        judged = d.pop("judged")

        allowed = d.pop("allowed")

        blocked = d.pop("blocked")

        asked = d.pop("asked")

        changed = d.pop("changed")

        access_backtest_counts = cls(
            judged=judged,
            allowed=allowed,
            blocked=blocked,
            asked=asked,
            changed=changed,
        )

        return access_backtest_counts
