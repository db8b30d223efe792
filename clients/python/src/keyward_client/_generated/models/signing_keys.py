from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.signing_key import SigningKey


T = TypeVar("T", bound="SigningKeys")


@_attrs_define
class SigningKeys:
    """All keys of the tenant

    Example:
        {'data': [{'id': 'key_01kahz5v3be4nr7q2m8x9c0d1e', 'use': 'OIDC', 'algorithm': 'ES256', 'status': 'ACTIVE',
            'publicKey': {'kty': 'EC', 'kid': 'key_01kahz5v3be4nr7q2m8x9c0d1e', 'alg': 'ES256', 'use': 'sig', 'crv':
            'P-256', 'x': 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU', 'y':
            'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0'}, 'certificate': None, 'certificateExpiresAt': None, 'createdAt':
            '2026-01-15T10:30:00.000Z', 'activatesAt': '2026-01-15T10:30:00.000Z', 'retiredAt': None, 'removedAt': None}]}

    Attributes:
        data (list[SigningKey]):
    """

    data: list[SigningKey]

    def to_dict(self) -> dict[str, Any]:
        data = []
        for data_item_data in self.data:
            data_item = data_item_data.to_dict()

            data.append(data_item)

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "data": data,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.signing_key import SigningKey  # noqa: PLC0415

        d = dict(src_dict)
        data = []
        _data = d.pop("data")
        for data_item_data in _data:
            data_item = SigningKey.from_dict(data_item_data)

            data.append(data_item)

        signing_keys = cls(
            data=data,
        )

        return signing_keys
