from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

T = TypeVar("T", bound="OidcClientSecret")


@_attrs_define
class OidcClientSecret:
    """The new secret of a client

    Example:
        {'clientId': 'cli_01kahz5v3be4nr7q2m8x9c0d1e', 'clientSecret': 'EXAMPLE000000000000000000000000000000000000',
            'rotatedAt': '2026-01-15T10:30:00.000Z', 'previousSecretExpiresAt': '2026-01-15T11:30:00.000Z'}

    Attributes:
        client_id (str): Its `client_id` Example: cli_01kahz5v3be4nr7q2m8x9c0d1e.
        client_secret (str): The secret; keep it now, it is never shown again. With `X-Wrap-Ttl` a wrap token in its
            place Example: EXAMPLE000000000000000000000000000000000000.
        rotated_at (datetime.datetime):
        previous_secret_expires_at (datetime.datetime | None): Until when the old secret is good as well; null when it
            is not
    """

    client_id: str
    client_secret: str
    rotated_at: datetime.datetime
    previous_secret_expires_at: datetime.datetime | None

    def to_dict(self) -> dict[str, Any]:
        client_id = self.client_id

        client_secret = self.client_secret

        rotated_at = self.rotated_at.isoformat()

        previous_secret_expires_at: None | str
        if isinstance(self.previous_secret_expires_at, datetime.datetime):
            previous_secret_expires_at = self.previous_secret_expires_at.isoformat()
        else:
            previous_secret_expires_at = self.previous_secret_expires_at

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "clientId": client_id,
                "clientSecret": client_secret,
                "rotatedAt": rotated_at,
                "previousSecretExpiresAt": previous_secret_expires_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        client_id = d.pop("clientId")

        client_secret = d.pop("clientSecret")

        rotated_at = datetime.datetime.fromisoformat(d.pop("rotatedAt").replace("Z", "+00:00"))

        def _parse_previous_secret_expires_at(data: object) -> datetime.datetime | None:
            try:
                if not isinstance(data, str):
                    raise TypeError
                previous_secret_expires_at_type_0 = datetime.datetime.fromisoformat(
                    data.replace("Z", "+00:00")
                )

                return previous_secret_expires_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        previous_secret_expires_at = _parse_previous_secret_expires_at(
            d.pop("previousSecretExpiresAt")
        )

        oidc_client_secret = cls(
            client_id=client_id,
            client_secret=client_secret,
            rotated_at=rotated_at,
            previous_secret_expires_at=previous_secret_expires_at,
        )

        return oidc_client_secret
