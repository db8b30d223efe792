from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.connection_certificate_use import (
    ConnectionCertificateUse,
)

T = TypeVar("T", bound="ConnectionCertificate")


@_attrs_define
class ConnectionCertificate:
    """A certificate of the identity provider. Its dates stop no sign-in; alerts come 30, 14, 7 days and 1 before it
    expires

        Example:
            {'use': 'SIGNING', 'fingerprint': '96a8b7d290ba00774922160637156d3ef281fd4b1199c788b68d00a4c94b3b9b', 'subject':
                'CN=login.example.com', 'notBefore': '2026-01-15T10:30:00.000Z', 'expiresAt': '2036-01-13T10:30:00.000Z'}

        Attributes:
            use (ConnectionCertificateUse | str): `SIGNING` verifies messages of the identity provider, `METADATA` verifies
                its metadata
            fingerprint (str): The SHA-256 of the certificate, in hexadecimal
            subject (str): The name that it bears
            not_before (datetime.datetime):
            expires_at (datetime.datetime):
    """

    use: ConnectionCertificateUse | str
    fingerprint: str
    subject: str
    not_before: datetime.datetime
    expires_at: datetime.datetime

    def to_dict(self) -> dict[str, Any]:
        use: str
        use = self.use

        fingerprint = self.fingerprint

        subject = self.subject

        not_before = self.not_before.isoformat()

        expires_at = self.expires_at.isoformat()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "use": use,
                "fingerprint": fingerprint,
                "subject": subject,
                "notBefore": not_before,
                "expiresAt": expires_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_use(data: object) -> ConnectionCertificateUse | str:
            return cast(ConnectionCertificateUse | str, data)

        use = _parse_use(d.pop("use"))

        fingerprint = d.pop("fingerprint")

        subject = d.pop("subject")

        not_before = datetime.datetime.fromisoformat(d.pop("notBefore").replace("Z", "+00:00"))

        expires_at = datetime.datetime.fromisoformat(d.pop("expiresAt").replace("Z", "+00:00"))

        connection_certificate = cls(
            use=use,
            fingerprint=fingerprint,
            subject=subject,
            not_before=not_before,
            expires_at=expires_at,
        )

        return connection_certificate
