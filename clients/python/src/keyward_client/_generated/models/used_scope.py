from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="UsedScope")


@_attrs_define
class UsedScope:
    """A scope that was used within the window

    Example:
        {'scope': 'secrets.read', 'firstUsedAt': '2025-11-01T10:30:00.000Z', 'lastUsedAt': '2026-01-15T10:30:00.000Z',
            'uses': 42}

    Attributes:
        scope (str): A permission, `*` for all of them, or `resource.*` for all of a resource Example: secrets.read.
        first_used_at (datetime.datetime): Since it is recorded, also before the window
        last_used_at (datetime.datetime):
        uses (int): Since firstUsedAt
    """

    scope: str
    first_used_at: datetime.datetime
    last_used_at: datetime.datetime
    uses: int

    def to_dict(self) -> dict[str, Any]:
        scope = self.scope

        first_used_at = self.first_used_at.isoformat()

        last_used_at = self.last_used_at.isoformat()

        uses = self.uses

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "scope": scope,
                "firstUsedAt": first_used_at,
                "lastUsedAt": last_used_at,
                "uses": uses,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        scope = d.pop("scope")

        first_used_at = datetime.datetime.fromisoformat(d.pop("firstUsedAt").replace("Z", "+00:00"))

        last_used_at = datetime.datetime.fromisoformat(d.pop("lastUsedAt").replace("Z", "+00:00"))

        uses = d.pop("uses")

        used_scope = cls(
            scope=scope,
            first_used_at=first_used_at,
            last_used_at=last_used_at,
            uses=uses,
        )

        return used_scope
