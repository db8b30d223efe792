from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="WebhookOverview")


@_attrs_define
class WebhookOverview:
    """Webhooks that do not deliver

    Example:
        {'failing': 1, 'disabled': 0, 'deadLetters': 14, 'isCapped': False}

    Attributes:
        failing (int): Active webhooks whose last attempts failed
        disabled (int): Webhooks that are disabled
        dead_letters (int): Dead letters that are kept for replay
        is_capped (bool): Whether there are more than were counted. Each number is then the least that there are
    """

    failing: int
    disabled: int
    dead_letters: int
    is_capped: bool

    def to_dict(self) -> dict[str, Any]:
        failing = self.failing

        disabled = self.disabled

        dead_letters = self.dead_letters

        is_capped = self.is_capped

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "failing": failing,
                "disabled": disabled,
                "deadLetters": dead_letters,
                "isCapped": is_capped,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        failing = d.pop("failing")

        disabled = d.pop("disabled")

        dead_letters = d.pop("deadLetters")

        is_capped = d.pop("isCapped")

        webhook_overview = cls(
            failing=failing,
            disabled=disabled,
            dead_letters=dead_letters,
            is_capped=is_capped,
        )

        return webhook_overview
