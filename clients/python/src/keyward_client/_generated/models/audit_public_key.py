from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

from ..models.audit_public_key_crv import AuditPublicKeyCrv
from ..models.audit_public_key_kty import AuditPublicKeyKty

T = TypeVar("T", bound="AuditPublicKey")


@_attrs_define
class AuditPublicKey:
    """The public half of a key that signs checkpoints, a JWK; its thumbprint (RFC 7638) is its ID

    Example:
        {'kty': 'EC', 'crv': 'P-256', 'x': 'WKn-ZIGevcwGIyyrzFoZNBdaq9_TsqzGl96oc0CWuis', 'y':
            'y77t-RvAHRKTsSGdIYUfweuOvwrvDD-Q3Hv5J0fSKbE'}

    Attributes:
        kty (AuditPublicKeyKty):
        crv (AuditPublicKeyCrv):
        x (str):
        y (str):
    """

    kty: AuditPublicKeyKty
    crv: AuditPublicKeyCrv
    x: str
    y: str

    def to_dict(self) -> dict[str, Any]:
        kty = self.kty

        crv = self.crv

        x = self.x

        y = self.y

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "kty": kty,
                "crv": crv,
                "x": x,
                "y": y,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        kty = d.pop("kty")

        crv = d.pop("crv")

        x = d.pop("x")

        y = d.pop("y")

        audit_public_key = cls(
            kty=kty,
            crv=crv,
            x=x,
            y=y,
        )

        return audit_public_key
