from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="OidcSecretRotation")


@_attrs_define
class OidcSecretRotation:
    """How the old secret ends

    Example:
        {'gracePeriod': 3600}

    Attributes:
        grace_period (int | Unset): How many seconds the old secret is good as well
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

        oidc_secret_rotation = cls(
            grace_period=grace_period,
        )

        return oidc_secret_rotation
