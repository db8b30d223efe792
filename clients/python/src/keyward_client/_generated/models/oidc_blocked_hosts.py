from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

T = TypeVar("T", bound="OidcBlockedHosts")


@_attrs_define
class OidcBlockedHosts:
    """The hosts whose agents are refused

    Example:
        {'hosts': ['agents.example.com', '*.example.net'], 'updatedAt': '2026-01-15T10:30:00.000Z', 'updatedBy':
            'cred_01kahz5v3be4nr7q2m8x9c0d1f'}

    Attributes:
        hosts (list[str]):
        updated_at (datetime.datetime | None): When the setting last changed; null if it never did
        updated_by (None | str): The ID of the key or user that changed it
    """

    hosts: list[str]
    updated_at: datetime.datetime | None
    updated_by: None | str

    def to_dict(self) -> dict[str, Any]:
        hosts = self.hosts

        updated_at: None | str
        if isinstance(self.updated_at, datetime.datetime):
            updated_at = self.updated_at.isoformat()
        else:
            updated_at = self.updated_at

        updated_by: None | str
        updated_by = self.updated_by

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "hosts": hosts,
                "updatedAt": updated_at,
                "updatedBy": updated_by,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        hosts = cast(list[str], d.pop("hosts"))

        def _parse_updated_at(data: object) -> datetime.datetime | None:
            try:
                if not isinstance(data, str):
                    raise TypeError
                updated_at_type_0 = datetime.datetime.fromisoformat(data.replace("Z", "+00:00"))

                return updated_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        updated_at = _parse_updated_at(d.pop("updatedAt"))

        def _parse_updated_by(data: object) -> None | str:
            return cast(None | str, data)

        updated_by = _parse_updated_by(d.pop("updatedBy"))

        oidc_blocked_hosts = cls(
            hosts=hosts,
            updated_at=updated_at,
            updated_by=updated_by,
        )

        return oidc_blocked_hosts
