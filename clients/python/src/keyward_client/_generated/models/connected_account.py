from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.connected_account_type import ConnectedAccountType

T = TypeVar("T", bound="ConnectedAccount")


@_attrs_define
class ConnectedAccount:
    """An account at another provider that a user signs in with

    Example:
        {'type': 'SOCIAL', 'providerId': 'soc_01kahz5v3be4nr7q2m8x9c0d1e', 'name': 'Google', 'createdAt':
            '2026-01-15T10:30:00.000Z', 'lastUsedAt': '2026-02-01T08:00:00.000Z'}

    Attributes:
        type_ (ConnectedAccountType | str): `SOCIAL` is a social provider, `CONNECTION` a connection to an identity
            provider
        provider_id (str): The ID of the social provider or of the connection
        name (str): The name of the provider or the connection
        created_at (datetime.datetime): When the account was connected
        last_used_at (datetime.datetime | None): When the user last signed in with it; null if never
    """

    type_: ConnectedAccountType | str
    provider_id: str
    name: str
    created_at: datetime.datetime
    last_used_at: datetime.datetime | None

    def to_dict(self) -> dict[str, Any]:
        type_: str
        type_ = self.type_

        provider_id = self.provider_id

        name = self.name

        created_at = self.created_at.isoformat()

        last_used_at: None | str
        if isinstance(self.last_used_at, datetime.datetime):
            last_used_at = self.last_used_at.isoformat()
        else:
            last_used_at = self.last_used_at

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "type": type_,
                "providerId": provider_id,
                "name": name,
                "createdAt": created_at,
                "lastUsedAt": last_used_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_type_(data: object) -> ConnectedAccountType | str:
            return cast(ConnectedAccountType | str, data)

        type_ = _parse_type_(d.pop("type"))

        provider_id = d.pop("providerId")

        name = d.pop("name")

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt").replace("Z", "+00:00"))

        def _parse_last_used_at(data: object) -> datetime.datetime | None:
            try:
                if not isinstance(data, str):
                    raise TypeError
                last_used_at_type_0 = datetime.datetime.fromisoformat(data.replace("Z", "+00:00"))

                return last_used_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        last_used_at = _parse_last_used_at(d.pop("lastUsedAt"))

        connected_account = cls(
            type_=type_,
            provider_id=provider_id,
            name=name,
            created_at=created_at,
            last_used_at=last_used_at,
        )

        return connected_account
