from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="AccessPassInput")


@_attrs_define
class AccessPassInput:
    """How long an access pass works

    Example:
        {'expiresInSeconds': 3600}

    Attributes:
        expires_in_seconds (int | Unset): The seconds until the pass ends, from 15 minutes to 8 hours
    """

    expires_in_seconds: int | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        expires_in_seconds = self.expires_in_seconds

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if expires_in_seconds is not UNSET:
            field_dict["expiresInSeconds"] = expires_in_seconds

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        expires_in_seconds = d.pop("expiresInSeconds", UNSET)

        access_pass_input = cls(
            expires_in_seconds=expires_in_seconds,
        )

        return access_pass_input
