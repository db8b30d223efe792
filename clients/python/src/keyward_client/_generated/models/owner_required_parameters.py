from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="OwnerRequiredParameters")


@_attrs_define
class OwnerRequiredParameters:
    """An identity with credentials has an owner; there is nothing to set

    Example:
        {}

    """

    def to_dict(self) -> dict[str, Any]:

        field_dict: dict[str, Any] = {}

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        owner_required_parameters = cls()

        return owner_required_parameters
