from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.pending_change_reason import PendingChangeReason

if TYPE_CHECKING:
    from ..models.connection_certificate import ConnectionCertificate
    from ..models.event_changes_item import EventChangesItem


T = TypeVar("T", bound="ConnectionPendingChange")


@_attrs_define
class ConnectionPendingChange:
    """ A change that refreshed metadata asks for, and that waits for an approval

        Example:
            {'id': '0b8ae1b1b3b0e2b6b5a8b6b1d9c5a3a2c1d7e6f5a4b3c2d1e0f9a8b7c6d5e4f3', 'reasons': ['NEW_ENDPOINT_HOST'],
                'changes': [{'field': 'ssoUrl', 'from': 'https://login.example.com/saml/sso', 'to':
                'https://login.example.org/saml/sso'}], 'certificates': [], 'detectedAt': '2026-01-15T10:30:00.000Z'}

        Attributes:
            id (str): The name of one pending change Example:
                0b8ae1b1b3b0e2b6b5a8b6b1d9c5a3a2c1d7e6f5a4b3c2d1e0f9a8b7c6d5e4f3.
            reasons (list[PendingChangeReason | str]):
            changes (list[EventChangesItem]): What was changed. A value that is too long to be shown is replaced by a remark
                Example: [{'field': 'tags', 'from': ['payments'], 'to': ['payments', 'production']}].
            certificates (list[ConnectionCertificate]): The certificates of the identity provider Example: [{'use':
                'SIGNING', 'fingerprint': '96a8b7d290ba00774922160637156d3ef281fd4b1199c788b68d00a4c94b3b9b', 'subject':
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
                Tap5DPaKFdm8dXAiUIrmb8uF\\nfzojfffNViMyj5uORWJrpXQiK1wtxEYksA==\\n-----END CERTIFICATE-----\\n'}].
            detected_at (datetime.datetime): When the metadata was first read
     """

    id: str
    reasons: list[PendingChangeReason | str]
    changes: list[EventChangesItem]
    certificates: list[ConnectionCertificate]
    detected_at: datetime.datetime

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        reasons = []
        for reasons_item_data in self.reasons:
            reasons_item: str
            reasons_item = reasons_item_data
            reasons.append(reasons_item)

        changes = []
        for componentsschemas_event_changes_item_data in self.changes:
            componentsschemas_event_changes_item = (
                componentsschemas_event_changes_item_data.to_dict()
            )

            changes.append(componentsschemas_event_changes_item)

        certificates = []
        for componentsschemas_connection_certificates_item_data in self.certificates:
            componentsschemas_connection_certificates_item = (
                componentsschemas_connection_certificates_item_data.to_dict()
            )

            certificates.append(componentsschemas_connection_certificates_item)

        detected_at = self.detected_at.isoformat()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "id": id,
                "reasons": reasons,
                "changes": changes,
                "certificates": certificates,
                "detectedAt": detected_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.connection_certificate import ConnectionCertificate  # noqa: PLC0415
        from ..models.event_changes_item import EventChangesItem  # noqa: PLC0415

        d = dict(src_dict)
        id = d.pop("id")

        reasons = []
        _reasons = d.pop("reasons")
        for reasons_item_data in _reasons:

            def _parse_reasons_item(data: object) -> PendingChangeReason | str:
                return cast(PendingChangeReason | str, data)

            reasons_item = _parse_reasons_item(reasons_item_data)

            reasons.append(reasons_item)

        changes = []
        _changes = d.pop("changes")
        for componentsschemas_event_changes_item_data in _changes:
            componentsschemas_event_changes_item = EventChangesItem.from_dict(
                componentsschemas_event_changes_item_data
            )

            changes.append(componentsschemas_event_changes_item)

        certificates = []
        _certificates = d.pop("certificates")
        for componentsschemas_connection_certificates_item_data in _certificates:
            componentsschemas_connection_certificates_item = ConnectionCertificate.from_dict(
                componentsschemas_connection_certificates_item_data
            )

            certificates.append(componentsschemas_connection_certificates_item)

        detected_at = datetime.datetime.fromisoformat(d.pop("detectedAt").replace("Z", "+00:00"))

        connection_pending_change = cls(
            id=id,
            reasons=reasons,
            changes=changes,
            certificates=certificates,
            detected_at=detected_at,
        )

        return connection_pending_change
