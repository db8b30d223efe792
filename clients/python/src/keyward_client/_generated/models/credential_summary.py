from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

T = TypeVar("T", bound="CredentialSummary")


@_attrs_define
class CredentialSummary:
    """Which credential it is

    Example:
        {'id': 'cred_01kahz5v3be4nr7q2m8x9c0d1e', 'name': 'deploy key', 'scopes': ['secrets.read'], 'isTemporary':
            False, 'usageCount': 1, 'expiresAt': None}

    Attributes:
        id (str):
        name (str):
        scopes (list[str]): Permissions Example: ['secrets.read'].
        is_temporary (bool):
        usage_count (int):
        expires_at (datetime.datetime | None):
    """

    id: str
    name: str
    scopes: list[str]
    is_temporary: bool
    usage_count: int
    expires_at: datetime.datetime | None

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        name = self.name

        scopes = self.scopes

        is_temporary = self.is_temporary

        usage_count = self.usage_count

        expires_at: None | str
        if isinstance(self.expires_at, datetime.datetime):
            expires_at = self.expires_at.isoformat()
        else:
            expires_at = self.expires_at

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "id": id,
                "name": name,
                "scopes": scopes,
                "isTemporary": is_temporary,
                "usageCount": usage_count,
                "expiresAt": expires_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = d.pop("id")

        name = d.pop("name")

        scopes = cast(list[str], d.pop("scopes"))

        is_temporary = d.pop("isTemporary")

        usage_count = d.pop("usageCount")

        def _parse_expires_at(data: object) -> datetime.datetime | None:
            try:
                if not isinstance(data, str):
                    raise TypeError
                expires_at_type_0 = datetime.datetime.fromisoformat(data.replace("Z", "+00:00"))

                return expires_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        expires_at = _parse_expires_at(d.pop("expiresAt"))

        credential_summary = cls(
            id=id,
            name=name,
            scopes=scopes,
            is_temporary=is_temporary,
            usage_count=usage_count,
            expires_at=expires_at,
        )

        return credential_summary
