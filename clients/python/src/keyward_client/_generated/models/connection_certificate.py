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
    """ A certificate of the identity provider. Its dates stop no sign-in; alerts come 30, 14, 7 days and 1 before it
    expires

        Example:
            {'use': 'SIGNING', 'fingerprint': '96a8b7d290ba00774922160637156d3ef281fd4b1199c788b68d00a4c94b3b9b', 'subject':
                'CN=login.example.com', 'notBefore': '2026-01-15T10:30:00.000Z', 'expiresAt': '2036-01-13T10:30:00.000Z',
                'certificate': '-----BEGIN CERTIFICATE-----\\nMIIDFTCCAf2gAwIBAgIUUhVVHwy0wLosVjKUn3yyQHrCFM4wDQYJKoZIh
                vcNAQEL\\nBQAwGjEYMBYGA1UEAwwPYXBwLmV4YW1wbGUuY29tMB4XDTI2MTEyMzIwMTg0M1oX\\
                nDTM2MTEyMDIwMTg0M1owGjEYMBYGA1UEAwwPYXBwLmV4YW1wbGUuY29tMIIBIjAN\\nBgkqhkiG
                9w0BAQEFAAOCAQ8AMIIBCgKCAQEApwQ3MHHjCyFKdFnNkFR7+7kxnhy8\\naE3FLoS8ZYKM6XIui
                pnIWpBNMJ2ZPmm27bTJqyUPzq1dlwyYu0eB8DwlvC+2iR9f\\nglCCFTUjGUx3z3NpkGwaDL6fpG
                CqdsrEqLrYLHwASSJgvNZGrqHKXuJlJ9pbFnLx\\nToDXMbKid6gflFAcvXcN73F3gj73A93HVBh
                hBrfog8aGXljjs7QZtP3Ip6SoWRkR\\ndZkCQOFw9v1tYukFFYDzJq1B8xApzNsV9+0n8fo+AGYu
                mXK8sYRZ9//shZmKqwvy\\nkPKQJer0zcvhvFGxyJDZ/5NfgkGZbWbgPnmjPFGW5ymjzQYHhSWK/
                8q9GwIDAQAB\\no1MwUTAdBgNVHQ4EFgQU2Iwf2C2p0WxhcNnQJYskbO4fXo8wHwYDVR0jBBgwFo
                AU\\n2Iwf2C2p0WxhcNnQJYskbO4fXo8wDwYDVR0TAQH/BAUwAwEB/zANBgkqhkiG9w0B\\nAQsF
                AAOCAQEAFfKW1y6FoqkXaByuXUqsXeAyvXO6fihxnrYx0hH2o4H9R4AXMq7m\\nnReVQ9FlAvV1K
                gyFr7rIldf0AAsvk/dT1PuorHz7lZjxbV2Xox85QFqjXgZ8pCRO\\nyzuGJRb0sa4K2YtOlfzqTo
                JuISJeO7ZnyISnqMtv6iaD21GbK06tutO2OsFjtUQ/\\nNymq5dpLtwZrc8xDBizNTwzL54UA+x9
                N75mQIqlCHdZCt+I1Efm70lmR7O0l/t5C\\nyB4AvWPeZyRetOdTO9TfroQuBstJFphTjAyxF6Qi
                Tap5DPaKFdm8dXAiUIrmb8uF\\nfzojfffNViMyj5uORWJrpXQiK1wtxEYksA==\\n-----END CERTIFICATE-----\\n'}

        Attributes:
            use (ConnectionCertificateUse | str): `SIGNING` verifies messages of the identity provider, `METADATA` verifies
                its metadata
            fingerprint (str): The SHA-256 of the certificate, in hexadecimal
            subject (str): The name that it bears
            not_before (datetime.datetime):
            expires_at (datetime.datetime):
            certificate (str): The certificate in PEM, without a line break at its end
     """

    use: ConnectionCertificateUse | str
    fingerprint: str
    subject: str
    not_before: datetime.datetime
    expires_at: datetime.datetime
    certificate: str

    def to_dict(self) -> dict[str, Any]:
        use: str
        use = self.use

        fingerprint = self.fingerprint

        subject = self.subject

        not_before = self.not_before.isoformat()

        expires_at = self.expires_at.isoformat()

        certificate = self.certificate

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "use": use,
                "fingerprint": fingerprint,
                "subject": subject,
                "notBefore": not_before,
                "expiresAt": expires_at,
                "certificate": certificate,
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

        certificate = d.pop("certificate")

        connection_certificate = cls(
            use=use,
            fingerprint=fingerprint,
            subject=subject,
            not_before=not_before,
            expires_at=expires_at,
            certificate=certificate,
        )

        return connection_certificate
