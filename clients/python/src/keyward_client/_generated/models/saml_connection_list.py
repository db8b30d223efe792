from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.page_pagination import PagePagination
    from ..models.saml_connection import SamlConnection


T = TypeVar("T", bound="SamlConnectionList")


@_attrs_define
class SamlConnectionList:
    """ A page of SAML connections

        Example:
            {'data': [{'id': 'fed_01kahz5v3be4nr7q2m8x9c0d1e', 'type': 'SAML', 'name': 'Acme', 'status': 'ACTIVE', 'health':
                'HEALTHY', 'isDraft': False, 'idpEntityId': 'https://login.example.com/saml/metadata', 'ssoUrl':
                'https://login.example.com/saml/sso', 'ssoBinding': 'HTTP-Redirect', 'sloUrl':
                'https://login.example.com/saml/slo', 'sloResponseUrl': None, 'sloBinding': 'HTTP-Redirect', 'certificates':
                [{'use': 'SIGNING', 'fingerprint': '96a8b7d290ba00774922160637156d3ef281fd4b1199c788b68d00a4c94b3b9b',
                'subject': 'CN=login.example.com', 'notBefore': '2026-01-15T10:30:00.000Z', 'expiresAt':
                '2036-01-13T10:30:00.000Z', 'certificate': '-----BEGIN
                CERTIFICATE-----\\nMIIDFTCCAf2gAwIBAgIUUhVVHwy0wLosVjKUn3yyQHrCFM4wDQYJKoZIh
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
                Tap5DPaKFdm8dXAiUIrmb8uF\\nfzojfffNViMyj5uORWJrpXQiK1wtxEYksA==\\n-----END CERTIFICATE-----\\n'}],
                'certificateExpiresAt': '2036-01-13T10:30:00.000Z', 'metadataUrl': 'https://login.example.com/saml/metadata',
                'metadataSigningCertificate': None, 'metadataRefreshedAt': '2026-01-15T10:30:00.000Z', 'metadataError': None,
                'metadataWarning': None, 'pendingChange': None, 'spEntityId':
                'https://id.example.com/api/v1/federation/saml/fed_01kahz5v3be4nr7q2m8x9c0d1e/metadata', 'acsUrl':
                'https://id.example.com/api/v1/federation/saml/fed_01kahz5v3be4nr7q2m8x9c0d1e/acs', 'spMetadataUrl':
                'https://id.example.com/api/v1/federation/saml/fed_01kahz5v3be4nr7q2m8x9c0d1e/metadata', 'signRequests': True,
                'wantAssertionsSigned': True, 'wantEncrypted': False, 'nameIdFormat': 'persistent', 'subjectAttribute': None,
                'allowIdpInitiated': False, 'clockSkewSeconds': 60, 'logoutUpstream': False, 'domains': ['acme.example'],
                'enforced': False, 'jitProvisioning': True, 'accountLinking': 'VERIFIED_DOMAIN', 'trustEmail': False,
                'trustMfa': False, 'attributeMapping': {'firstName': {'from': ['givenName']}}, 'groupsClaim': 'groups',
                'groupMapping': [], 'allowedGroups': None, 'maxSessionSeconds': None, 'product': 'okta', 'lastTestedAt':
                '2026-01-15T10:30:00.000Z', 'lastLoginAt': None, 'lastError': None, 'createdAt': '2026-01-15T10:30:00.000Z',
                'updatedAt': '2026-01-15T10:30:00.000Z', 'createdBy': 'cred_01kahz5v3be4nr7q2m8x9c0d1f'}], 'pagination':
                {'page': 1, 'limit': 20, 'total': 1, 'totalPages': 1, 'hasMore': False}}

        Attributes:
            data (list[SamlConnection]):
            pagination (PagePagination): Where this page stands in the whole list, by page number Example: {'page': 1,
                'limit': 20, 'total': 1, 'totalPages': 1, 'hasMore': False}.
     """

    data: list[SamlConnection]
    pagination: PagePagination

    def to_dict(self) -> dict[str, Any]:
        data = []
        for data_item_data in self.data:
            data_item = data_item_data.to_dict()

            data.append(data_item)

        pagination = self.pagination.to_dict()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "data": data,
                "pagination": pagination,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.page_pagination import PagePagination  # noqa: PLC0415
        from ..models.saml_connection import SamlConnection  # noqa: PLC0415

        d = dict(src_dict)
        data = []
        _data = d.pop("data")
        for data_item_data in _data:
            data_item = SamlConnection.from_dict(data_item_data)

            data.append(data_item)

        pagination = PagePagination.from_dict(d.pop("pagination"))

        saml_connection_list = cls(
            data=data,
            pagination=pagination,
        )

        return saml_connection_list
