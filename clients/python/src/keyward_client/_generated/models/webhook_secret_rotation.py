from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="WebhookSecretRotation")


@_attrs_define
class WebhookSecretRotation:
    """How the old signing secret ends

    Example:
        {'gracePeriod': 86400}

    Attributes:
        grace_period (int | Unset): How many seconds deliveries are signed with the old secret as well
    """

    grace_period: int | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        grace_period = self.grace_period

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if grace_period is not UNSET:
            field_dict["gracePeriod"] = grace_period

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        grace_period = d.pop("gracePeriod", UNSET)

        webhook_secret_rotation = cls(
            grace_period=grace_period,
        )

        return webhook_secret_rotation
