from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.connection_check_name import ConnectionCheckName

T = TypeVar("T", bound="ConnectionCheck")


@_attrs_define
class ConnectionCheck:
    """One check of a test

    Example:
        {'name': 'issuer', 'ok': True, 'detail': 'The discovery document names the issuer https://login.example.com'}

    Attributes:
        name (ConnectionCheckName | str): What was checked. OpenID Connect has `discovery` (the document can be read),
            `issuer` (it is that of the connection), `endpoints` (they are https and respond), `keys` (signing keys can be
            read), `algorithms` (Keyward verifies one of them) and `authentication` (the identity provider knows
            `tokenEndpointAuthMethod`, and PKCE if `pkce` is true). SAML has `metadata` (it can be read, and has the entity
            ID), `certificates` (one is valid now), `endpoints` (they respond) and `algorithms` (the keys that verify)
        ok (bool): Whether it succeeded
        detail (str): What was found
    """

    name: ConnectionCheckName | str
    ok: bool
    detail: str

    def to_dict(self) -> dict[str, Any]:
        name: str
        name = self.name

        ok = self.ok

        detail = self.detail

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "name": name,
                "ok": ok,
                "detail": detail,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_name(data: object) -> ConnectionCheckName | str:
            return cast(ConnectionCheckName | str, data)

        name = _parse_name(d.pop("name"))

        ok = d.pop("ok")

        detail = d.pop("detail")

        connection_check = cls(
            name=name,
            ok=ok,
            detail=detail,
        )

        return connection_check
