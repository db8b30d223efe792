from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.jwk_curve import JwkCurve
from ..models.jwk_type import JwkType
from ..models.public_key_use import PublicKeyUse
from ..models.signing_key_algorithm import SigningKeyAlgorithm
from ..types import UNSET, Unset

T = TypeVar("T", bound="PublicKey")


@_attrs_define
class PublicKey:
    """The public key, as relying parties find it in the JSON Web Key Set of the provider (RFC 7517)

    Example:
        {'kty': 'EC', 'kid': 'key_01kahz5v3be4nr7q2m8x9c0d1e', 'alg': 'ES256', 'use': 'sig', 'crv': 'P-256', 'x':
            'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU', 'y': 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0'}

    Attributes:
        kty (JwkType | str): The kind of a public key
        kid (str):
        alg (SigningKeyAlgorithm | str): What it signs with, or what is encrypted for it
        use (PublicKeyUse | str): `sig` signs, `enc` decrypts
        n (str | Unset):
        e (str | Unset):
        crv (JwkCurve | str | Unset): The curve of a public key
        x (str | Unset):
        y (str | Unset):
    """

    kty: JwkType | str
    kid: str
    alg: SigningKeyAlgorithm | str
    use: PublicKeyUse | str
    n: str | Unset = UNSET
    e: str | Unset = UNSET
    crv: JwkCurve | str | Unset = UNSET
    x: str | Unset = UNSET
    y: str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        kty: str
        kty = self.kty

        kid = self.kid

        alg: str
        alg = self.alg

        use: str
        use = self.use

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
                "kid": kid,
                "alg": alg,
                "use": use,
            }
        )
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

        kid = d.pop("kid")

        def _parse_alg(data: object) -> SigningKeyAlgorithm | str:
            return cast(SigningKeyAlgorithm | str, data)

        alg = _parse_alg(d.pop("alg"))

        def _parse_use(data: object) -> PublicKeyUse | str:
            return cast(PublicKeyUse | str, data)

        use = _parse_use(d.pop("use"))

        n = d.pop("n", UNSET)

        e = d.pop("e", UNSET)

        def _parse_crv(data: object) -> JwkCurve | str | Unset:
            return cast(JwkCurve | str | Unset, data)

        crv = _parse_crv(d.pop("crv", UNSET))

        x = d.pop("x", UNSET)

        y = d.pop("y", UNSET)

        public_key = cls(
            kty=kty,
            kid=kid,
            alg=alg,
            use=use,
            n=n,
            e=e,
            crv=crv,
            x=x,
            y=y,
        )

        return public_key
