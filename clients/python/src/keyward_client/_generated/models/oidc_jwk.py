from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.jwk_algorithm import JwkAlgorithm
from ..models.jwk_curve import JwkCurve
from ..models.jwk_type import JwkType
from ..models.jwk_use import JwkUse
from ..types import UNSET, Unset

T = TypeVar("T", bound="OidcJwk")


@_attrs_define
class OidcJwk:
    """A public key (RFC 7517); one with private members, or a symmetric one, is refused

    Example:
        {'kty': 'EC', 'use': 'sig', 'alg': 'ES256', 'kid': 'deploy-2026', 'crv': 'P-256', 'x':
            'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU', 'y': 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0'}

    Attributes:
        kty (JwkType | str): The kind of a public key
        use (JwkUse | str | Unset): The use of a public key
        key_ops (list[str] | Unset):
        alg (JwkAlgorithm | str | Unset): What a public key verifies
        kid (str | Unset):
        n (str | Unset): The modulus of an RSA key, 2048 to 8192 bits
        e (str | Unset): The exponent of an RSA key
        crv (JwkCurve | str | Unset): The curve of a public key
        x (str | Unset):
        y (str | Unset):
    """

    kty: JwkType | str
    use: JwkUse | str | Unset = UNSET
    key_ops: list[str] | Unset = UNSET
    alg: JwkAlgorithm | str | Unset = UNSET
    kid: str | Unset = UNSET
    n: str | Unset = UNSET
    e: str | Unset = UNSET
    crv: JwkCurve | str | Unset = UNSET
    x: str | Unset = UNSET
    y: str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        kty: str
        kty = self.kty

        use: str | Unset
        if isinstance(self.use, Unset):
            use = UNSET
        else:
            use = self.use

        key_ops: list[str] | Unset = UNSET
        if not isinstance(self.key_ops, Unset):
            key_ops = self.key_ops

        alg: str | Unset
        if isinstance(self.alg, Unset):
            alg = UNSET
        else:
            alg = self.alg

        kid = self.kid

        n = self.n

        e = self.e

        crv: str | Unset
        if isinstance(self.crv, Unset):
            crv = UNSET
        else:
            crv = self.crv

        x = self.x

        y = self.y

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "kty": kty,
            }
        )
        if use is not UNSET:
            field_dict["use"] = use
        if key_ops is not UNSET:
            field_dict["key_ops"] = key_ops
        if alg is not UNSET:
            field_dict["alg"] = alg
        if kid is not UNSET:
            field_dict["kid"] = kid
        if n is not UNSET:
            field_dict["n"] = n
        if e is not UNSET:
            field_dict["e"] = e
        if crv is not UNSET:
            field_dict["crv"] = crv
        if x is not UNSET:
            field_dict["x"] = x
        if y is not UNSET:
            field_dict["y"] = y

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_kty(data: object) -> JwkType | str:
            return cast(JwkType | str, data)

        kty = _parse_kty(d.pop("kty"))

        def _parse_use(data: object) -> JwkUse | str | Unset:
            return cast(JwkUse | str | Unset, data)

        use = _parse_use(d.pop("use", UNSET))

        key_ops = cast(list[str], d.pop("key_ops", UNSET))

        def _parse_alg(data: object) -> JwkAlgorithm | str | Unset:
            return cast(JwkAlgorithm | str | Unset, data)

        alg = _parse_alg(d.pop("alg", UNSET))

        kid = d.pop("kid", UNSET)

        n = d.pop("n", UNSET)

        e = d.pop("e", UNSET)

        def _parse_crv(data: object) -> JwkCurve | str | Unset:
            return cast(JwkCurve | str | Unset, data)

        crv = _parse_crv(d.pop("crv", UNSET))

        x = d.pop("x", UNSET)

        y = d.pop("y", UNSET)

        oidc_jwk = cls(
            kty=kty,
            use=use,
            key_ops=key_ops,
            alg=alg,
            kid=kid,
            n=n,
            e=e,
            crv=crv,
            x=x,
            y=y,
        )

        return oidc_jwk
