from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="InactivityParameters")


@_attrs_define
class InactivityParameters:
    """How many days a credential may be unused. A credential that was never used counts from its last rotation, or its
    creation

        Example:
            {'maxIdleDays': 30}

        Attributes:
            max_idle_days (int):
    """

    max_idle_days: int

    def to_dict(self) -> dict[str, Any]:
        max_idle_days = self.max_idle_days

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "maxIdleDays": max_idle_days,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        max_idle_days = d.pop("maxIdleDays")

        inactivity_parameters = cls(
            max_idle_days=max_idle_days,
        )

        return inactivity_parameters
