from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="SigningKeyRotation")


@_attrs_define
class SigningKeyRotation:
    """How to rotate

    Example:
        {'emergency': False}

    Attributes:
        emergency (bool | Unset): The current keys are compromised: new keys sign at once, and tokens that the old keys
            signed become invalid
        reason (None | str | Unset): Kept in the audit log
    """

    emergency: bool | Unset = UNSET
    reason: None | str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        emergency = self.emergency

        reason: None | str | Unset
        if isinstance(self.reason, Unset):
            reason = UNSET
        else:
            reason = self.reason

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if emergency is not UNSET:
            field_dict["emergency"] = emergency
        if reason is not UNSET:
            field_dict["reason"] = reason

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        emergency = d.pop("emergency", UNSET)

        def _parse_reason(data: object) -> None | str | Unset:
            return cast(None | str | Unset, data)

        reason = _parse_reason(d.pop("reason", UNSET))

        signing_key_rotation = cls(
            emergency=emergency,
            reason=reason,
        )

        return signing_key_rotation
