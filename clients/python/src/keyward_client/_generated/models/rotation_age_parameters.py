from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="RotationAgeParameters")


@_attrs_define
class RotationAgeParameters:
    """How old a secret may become, in days since the last rotation, or since its creation if there was none

    Example:
        {'maxAgeDays': 90}

    Attributes:
        max_age_days (int):
    """

    max_age_days: int

    def to_dict(self) -> dict[str, Any]:
        max_age_days = self.max_age_days

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "maxAgeDays": max_age_days,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        max_age_days = d.pop("maxAgeDays")

        rotation_age_parameters = cls(
            max_age_days=max_age_days,
        )

        return rotation_age_parameters
