from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.oidc_jwk import OidcJwk


T = TypeVar("T", bound="OidcJwksType0")


@_attrs_define
class OidcJwksType0:
    """The public keys that it signs its assertions (`private_key_jwt`) and request objects (RFC 9101) with

    Example:
        {'keys': [{'kty': 'EC', 'use': 'sig', 'alg': 'ES256', 'kid': 'deploy-2026', 'crv': 'P-256', 'x':
            'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU', 'y': 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0'}]}

    Attributes:
        keys (list[OidcJwk]):
    """

    keys: list[OidcJwk]

    def to_dict(self) -> dict[str, Any]:
        keys = []
        for keys_item_data in self.keys:
            keys_item = keys_item_data.to_dict()

            keys.append(keys_item)

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "keys": keys,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.oidc_jwk import OidcJwk  # noqa: PLC0415

        d = dict(src_dict)
        keys = []
        _keys = d.pop("keys")
        for keys_item_data in _keys:
            keys_item = OidcJwk.from_dict(keys_item_data)

            keys.append(keys_item)

        oidc_jwks_type_0 = cls(
            keys=keys,
        )

        return oidc_jwks_type_0
