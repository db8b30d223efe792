from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="FactorTotpType0")


@_attrs_define
class FactorTotpType0:
    """The authenticator app of a user; null if there is none

    Example:
        {'createdAt': '2026-01-15T10:30:00.000Z', 'lastUsedAt': '2026-02-01T08:00:00.000Z', 'recoveryCodesLeft': 9}

    Attributes:
        created_at (datetime.datetime):
        last_used_at (datetime.datetime):
        recovery_codes_left (int): How many recovery codes are unused
    """

    created_at: datetime.datetime
    last_used_at: datetime.datetime
    recovery_codes_left: int

    def to_dict(self) -> dict[str, Any]:
        created_at = self.created_at.isoformat()

        last_used_at = self.last_used_at.isoformat()

        recovery_codes_left = self.recovery_codes_left

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "createdAt": created_at,
                "lastUsedAt": last_used_at,
                "recoveryCodesLeft": recovery_codes_left,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        created_at = datetime.datetime.fromisoformat(d.pop("createdAt").replace("Z", "+00:00"))

        last_used_at = datetime.datetime.fromisoformat(d.pop("lastUsedAt").replace("Z", "+00:00"))

        recovery_codes_left = d.pop("recoveryCodesLeft")

        factor_totp_type_0 = cls(
            created_at=created_at,
            last_used_at=last_used_at,
            recovery_codes_left=recovery_codes_left,
        )

        return factor_totp_type_0
