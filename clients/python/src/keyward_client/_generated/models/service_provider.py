from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.name_id_format import NameIdFormat
from ..models.saml_encryption_algorithm import (
    SamlEncryptionAlgorithm,
)
from ..models.saml_signature_algorithm import SamlSignatureAlgorithm
from ..models.service_provider_status import ServiceProviderStatus
from ..models.slo_binding import SloBinding

if TYPE_CHECKING:
    from ..models.acs_url import AcsUrl
    from ..models.attribute_mapping import AttributeMapping
    from ..models.pending_change import PendingChange
    from ..models.service_provider_certificate import ServiceProviderCertificate


T = TypeVar("T", bound="ServiceProvider")


@_attrs_define
class ServiceProvider:
    """ A SAML service provider

        Example:
            {'id': 'sp_01kahz5v3be4nr7q2m8x9c0d1e', 'name': 'Wiki', 'logoUri': None, 'status': 'ACTIVE', 'entityId':
                'https://app.example.com/saml/metadata', 'acsUrl': 'https://app.example.com/saml/acs', 'acsUrls': [{'url':
                'https://app.example.com/saml/acs', 'binding': 'HTTP-POST', 'index': 0, 'isDefault': True}], 'sloUrl':
                'https://app.example.com/saml/slo', 'sloResponseUrl': None, 'sloSoapUrl': None, 'sloBinding': 'HTTP-Redirect',
                'nameIdFormat': 'persistent', 'nameIdAttribute': None, 'attributeMappings': [{'name': 'mail', 'nameFormat':
                'basic', 'source': 'email'}], 'audiences': [], 'signAssertions': True, 'signResponses': True,
                'encryptAssertions': False, 'encryptionAlgorithm': 'aes256-gcm', 'encryptionCertificate': None,
                'signingCertificates': ['-----BEGIN CERTIFICATE-----\\nMIIDFTCCAf2gAwIBAgIUUhVVHwy0wLosVjKUn3yyQHrCFM4wDQYJKoZIh
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
                Tap5DPaKFdm8dXAiUIrmb8uF\\nfzojfffNViMyj5uORWJrpXQiK1wtxEYksA==\\n-----END CERTIFICATE-----\\n'],
                'requireSignedRequests': True, 'allowSha1': False, 'signatureAlgorithm': 'rsa-sha256', 'assertionTtl': 300,
                'sessionTtl': 28800, 'idpInitiated': False, 'defaultRelayState': None, 'allowedGroups': None, 'metadataUrl':
                'https://app.example.com/saml/metadata', 'metadataSigningCertificate': None, 'signingKeyId': None,
                'certificates': [{'use': 'SIGNING', 'fingerprint':
                '96a8b7d290ba00774922160637156d3ef281fd4b1199c788b68d00a4c94b3b9b', 'subject': 'CN=app.example.com',
                'notBefore': '2026-01-15T10:30:00.000Z', 'expiresAt': '2036-01-13T10:30:00.000Z'}], 'certificateExpiresAt':
                '2036-01-13T10:30:00.000Z', 'metadataRefreshedAt': '2026-01-15T10:30:00.000Z', 'metadataError': None,
                'metadataWarning': None, 'pendingChange': None, 'createdAt': '2026-01-15T10:30:00.000Z', 'updatedAt':
                '2026-01-15T10:30:00.000Z', 'createdBy': 'cred_01kahz5v3be4nr7q2m8x9c0d1f'}

        Attributes:
            id (str): The identifier of a service provider Example: sp_01kahz5v3be4nr7q2m8x9c0d1e.
            name (str): Shown to users
            logo_uri (None | str): https; shown to users beside the name
            status (ServiceProviderStatus | str): `DISABLED`: users cannot sign in to it, until it is `ACTIVE` again
            entity_id (str): The entity ID of the service provider (Core section 8.3.6), compared character by character
                Example: https://app.example.com/saml/metadata.
            acs_url (str): An https URL of the service provider, or http with `localhost`, `127.0.0.1` or `[::1]`. Without
                fragment, user and password; compared character by character Example: https://app.example.com/saml/acs.
            acs_urls (list[AcsUrl]): Where responses are sent. Exactly one is the default Example: [{'url':
                'https://app.example.com/saml/acs', 'binding': 'HTTP-POST', 'index': 0, 'isDefault': True}].
            slo_url (None | str): Where logout requests are sent with the browser; a URL as `acsUrl`
            slo_response_url (None | str): Where logout responses are sent, if not to `sloUrl`
            slo_soap_url (None | str): Where logout requests are sent without the browser (SOAP). https
            slo_binding (SloBinding | str): How a logout message reaches `sloUrl`, with the browser (Bindings sections 3.4
                and 3.5)
            name_id_format (NameIdFormat | str): Which identifier of a user the service provider gets (Core section 8.3).
                `persistent` is a random value that depends on the user and the entity ID alone. `emailAddress` is the verified
                address. `transient` is new with each sign-in. `unspecified` is the value of `nameIdAttribute`, or the username
            name_id_attribute (None | str): The field of the user that the identifier is taken from, such as
                `employeeNumber`. Only with `unspecified`
            attribute_mappings (list[AttributeMapping]): The attributes of an assertion, each name once Example: [{'name':
                'mail', 'nameFormat': 'basic', 'source': 'email'}].
            audiences (list[str]): Other audiences of assertions, beside the entity ID Example: [].
            sign_assertions (bool): Whether the assertion is signed. It or the response must be
            sign_responses (bool): Whether the response is signed. It or the assertion must be
            encrypt_assertions (bool): Whether assertions are encrypted. It needs `encryptionCertificate`
            encryption_algorithm (SamlEncryptionAlgorithm | str): The algorithm that encrypts assertions. `aes256-cbc` is
                for old products only: an attacker who alters the message can learn its content from the answers of the product
            encryption_certificate (None | str): The certificate whose key assertions are encrypted for
            signing_certificates (list[str]): The certificates whose keys sign the messages of the service provider Example:
                [].
            require_signed_requests (bool): Whether unsigned requests are refused. It needs a certificate in
                `signingCertificates`
            allow_sha_1 (bool): Whether signatures with SHA-1 are believed, which others can forge. Only for old products
            signature_algorithm (SamlSignatureAlgorithm | str): The algorithm that signs the messages for this service
                provider (RFC 6931)
            assertion_ttl (int): How long an assertion may be presented; in seconds
            session_ttl (int): How long the session at the service provider may last; in seconds
            idp_initiated (bool): Whether the account page lists the service provider, so that users may start there
            default_relay_state (None | str): The RelayState of a sign-in that starts at the account page. Many products
                take the address of a page
            allowed_groups (list[str] | None): Only members of one of these groups may sign in; null lets everybody in
                Example: ['grp_01kahz5v3be4nr7q2m8x9c0d1e'].
            metadata_url (None | str): Where the service provider publishes its metadata. https; read once a day
            metadata_signing_certificate (None | str): The certificate whose key signs the metadata at `metadataUrl`.
                Refreshed metadata with this signature may replace all certificates at once. Metadata without the signature is
                then refused
            signing_key_id (None | str): The SAML key that signs for this service provider; null for the `ACTIVE` one
            certificates (list[ServiceProviderCertificate]): The certificates of the service provider Example: [{'use':
                'SIGNING', 'fingerprint': '96a8b7d290ba00774922160637156d3ef281fd4b1199c788b68d00a4c94b3b9b', 'subject':
                'CN=app.example.com', 'notBefore': '2026-01-15T10:30:00.000Z', 'expiresAt': '2036-01-13T10:30:00.000Z'}].
            certificate_expires_at (datetime.datetime | None): When the first of its certificates expires; null without one
            metadata_refreshed_at (datetime.datetime | None): When metadata was last read and understood; null without
                metadata
            metadata_error (None | str): Why the last refresh failed; null after one that did not
            metadata_warning (None | str): What of the metadata Keyward does not use, such as a certificate with a key of
                another kind than RSA; null if it uses all of it
            pending_change (None | PendingChange): The change that waits for an approval; null if none does
            created_at (datetime.datetime):
            updated_at (datetime.datetime):
            created_by (None | str): The ID of the key or person that registered it
     """

    id: str
    name: str
    logo_uri: None | str
    status: ServiceProviderStatus | str
    entity_id: str
    acs_url: str
    acs_urls: list[AcsUrl]
    slo_url: None | str
    slo_response_url: None | str
    slo_soap_url: None | str
    slo_binding: SloBinding | str
    name_id_format: NameIdFormat | str
    name_id_attribute: None | str
    attribute_mappings: list[AttributeMapping]
    audiences: list[str]
    sign_assertions: bool
    sign_responses: bool
    encrypt_assertions: bool
    encryption_algorithm: SamlEncryptionAlgorithm | str
    encryption_certificate: None | str
    signing_certificates: list[str]
    require_signed_requests: bool
    allow_sha_1: bool
    signature_algorithm: SamlSignatureAlgorithm | str
    assertion_ttl: int
    session_ttl: int
    idp_initiated: bool
    default_relay_state: None | str
    allowed_groups: list[str] | None
    metadata_url: None | str
    metadata_signing_certificate: None | str
    signing_key_id: None | str
    certificates: list[ServiceProviderCertificate]
    certificate_expires_at: datetime.datetime | None
    metadata_refreshed_at: datetime.datetime | None
    metadata_error: None | str
    metadata_warning: None | str
    pending_change: None | PendingChange
    created_at: datetime.datetime
    updated_at: datetime.datetime
    created_by: None | str

    def to_dict(self) -> dict[str, Any]:
        from ..models.pending_change import PendingChange  # noqa: PLC0415

        id = self.id

        name = self.name

        logo_uri: None | str
        logo_uri = self.logo_uri

        status: str
        status = self.status

        entity_id = self.entity_id

        acs_url = self.acs_url

        acs_urls = []
        for componentsschemas_acs_urls_item_data in self.acs_urls:
            componentsschemas_acs_urls_item = componentsschemas_acs_urls_item_data.to_dict()

            acs_urls.append(componentsschemas_acs_urls_item)

        slo_url: None | str
        slo_url = self.slo_url

        slo_response_url: None | str
        slo_response_url = self.slo_response_url

        slo_soap_url: None | str
        slo_soap_url = self.slo_soap_url

        slo_binding: str
        slo_binding = self.slo_binding

        name_id_format: str
        name_id_format = self.name_id_format

        name_id_attribute: None | str
        name_id_attribute = self.name_id_attribute

        attribute_mappings = []
        for componentsschemas_attribute_mappings_item_data in self.attribute_mappings:
            componentsschemas_attribute_mappings_item = (
                componentsschemas_attribute_mappings_item_data.to_dict()
            )

            attribute_mappings.append(componentsschemas_attribute_mappings_item)

        audiences = self.audiences

        sign_assertions = self.sign_assertions

        sign_responses = self.sign_responses

        encrypt_assertions = self.encrypt_assertions

        encryption_algorithm: str
        encryption_algorithm = self.encryption_algorithm

        encryption_certificate: None | str
        encryption_certificate = self.encryption_certificate

        signing_certificates = self.signing_certificates

        require_signed_requests = self.require_signed_requests

        allow_sha_1 = self.allow_sha_1

        signature_algorithm: str
        signature_algorithm = self.signature_algorithm

        assertion_ttl = self.assertion_ttl

        session_ttl = self.session_ttl

        idp_initiated = self.idp_initiated

        default_relay_state: None | str
        default_relay_state = self.default_relay_state

        allowed_groups: list[str] | None
        if isinstance(self.allowed_groups, list):
            allowed_groups = self.allowed_groups

        else:
            allowed_groups = self.allowed_groups

        metadata_url: None | str
        metadata_url = self.metadata_url

        metadata_signing_certificate: None | str
        metadata_signing_certificate = self.metadata_signing_certificate

        signing_key_id: None | str
        signing_key_id = self.signing_key_id

        certificates = []
        for componentsschemas_service_provider_certificates_item_data in self.certificates:
            componentsschemas_service_provider_certificates_item = (
                componentsschemas_service_provider_certificates_item_data.to_dict()
            )

            certificates.append(componentsschemas_service_provider_certificates_item)

        certificate_expires_at: None | str
        if isinstance(self.certificate_expires_at, datetime.datetime):
            certificate_expires_at = self.certificate_expires_at.isoformat()
        else:
            certificate_expires_at = self.certificate_expires_at

        metadata_refreshed_at: None | str
        if isinstance(self.metadata_refreshed_at, datetime.datetime):
            metadata_refreshed_at = self.metadata_refreshed_at.isoformat()
        else:
            metadata_refreshed_at = self.metadata_refreshed_at

        metadata_error: None | str
        metadata_error = self.metadata_error

        metadata_warning: None | str
        metadata_warning = self.metadata_warning

        pending_change: dict[str, Any] | None
        if isinstance(self.pending_change, PendingChange):
            pending_change = self.pending_change.to_dict()

        else:
            pending_change = self.pending_change

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()

        created_by: None | str
        created_by = self.created_by

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "id": id,
                "name": name,
                "logoUri": logo_uri,
                "status": status,
                "entityId": entity_id,
                "acsUrl": acs_url,
                "acsUrls": acs_urls,
                "sloUrl": slo_url,
                "sloResponseUrl": slo_response_url,
                "sloSoapUrl": slo_soap_url,
                "sloBinding": slo_binding,
                "nameIdFormat": name_id_format,
                "nameIdAttribute": name_id_attribute,
                "attributeMappings": attribute_mappings,
                "audiences": audiences,
                "signAssertions": sign_assertions,
                "signResponses": sign_responses,
                "encryptAssertions": encrypt_assertions,
                "encryptionAlgorithm": encryption_algorithm,
                "encryptionCertificate": encryption_certificate,
                "signingCertificates": signing_certificates,
                "requireSignedRequests": require_signed_requests,
                "allowSha1": allow_sha_1,
                "signatureAlgorithm": signature_algorithm,
                "assertionTtl": assertion_ttl,
                "sessionTtl": session_ttl,
                "idpInitiated": idp_initiated,
                "defaultRelayState": default_relay_state,
                "allowedGroups": allowed_groups,
                "metadataUrl": metadata_url,
                "metadataSigningCertificate": metadata_signing_certificate,
                "signingKeyId": signing_key_id,
                "certificates": certificates,
                "certificateExpiresAt": certificate_expires_at,
                "metadataRefreshedAt": metadata_refreshed_at,
                "metadataError": metadata_error,
                "metadataWarning": metadata_warning,
                "pendingChange": pending_change,
                "createdAt": created_at,
                "updatedAt": updated_at,
                "createdBy": created_by,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.acs_url import AcsUrl  # noqa: PLC0415
        from ..models.attribute_mapping import AttributeMapping  # noqa: PLC0415
        from ..models.pending_change import PendingChange  # noqa: PLC0415
        from ..models.service_provider_certificate import ServiceProviderCertificate  # noqa: PLC0415

        d = dict(src_dict)
        id = d.pop("id")

        name = d.pop("name")

        def _parse_logo_uri(data: object) -> None | str:
            return cast(None | str, data)

        logo_uri = _parse_logo_uri(d.pop("logoUri"))

        def _parse_status(data: object) -> ServiceProviderStatus | str:
            return cast(ServiceProviderStatus | str, data)

        status = _parse_status(d.pop("status"))

        entity_id = d.pop("entityId")

        acs_url = d.pop("acsUrl")

        acs_urls = []
        _acs_urls = d.pop("acsUrls")
        for componentsschemas_acs_urls_item_data in _acs_urls:
            componentsschemas_acs_urls_item = AcsUrl.from_dict(componentsschemas_acs_urls_item_data)

            acs_urls.append(componentsschemas_acs_urls_item)

        def _parse_slo_url(data: object) -> None | str:
            return cast(None | str, data)

        slo_url = _parse_slo_url(d.pop("sloUrl"))

        def _parse_slo_response_url(data: object) -> None | str:
            return cast(None | str, data)

        slo_response_url = _parse_slo_response_url(d.pop("sloResponseUrl"))

        def _parse_slo_soap_url(data: object) -> None | str:
            return cast(None | str, data)

        slo_soap_url = _parse_slo_soap_url(d.pop("sloSoapUrl"))

        def _parse_slo_binding(data: object) -> SloBinding | str:
            return cast(SloBinding | str, data)

        slo_binding = _parse_slo_binding(d.pop("sloBinding"))

        def _parse_name_id_format(data: object) -> NameIdFormat | str:
            return cast(NameIdFormat | str, data)

        name_id_format = _parse_name_id_format(d.pop("nameIdFormat"))

        def _parse_name_id_attribute(data: object) -> None | str:
            return cast(None | str, data)

        name_id_attribute = _parse_name_id_attribute(d.pop("nameIdAttribute"))

        attribute_mappings = []
        _attribute_mappings = d.pop("attributeMappings")
        for componentsschemas_attribute_mappings_item_data in _attribute_mappings:
            componentsschemas_attribute_mappings_item = AttributeMapping.from_dict(
                componentsschemas_attribute_mappings_item_data
            )

            attribute_mappings.append(componentsschemas_attribute_mappings_item)

        audiences = cast(list[str], d.pop("audiences"))

        sign_assertions = d.pop("signAssertions")

        sign_responses = d.pop("signResponses")

        encrypt_assertions = d.pop("encryptAssertions")

        def _parse_encryption_algorithm(data: object) -> SamlEncryptionAlgorithm | str:
            return cast(SamlEncryptionAlgorithm | str, data)

        encryption_algorithm = _parse_encryption_algorithm(d.pop("encryptionAlgorithm"))

        def _parse_encryption_certificate(data: object) -> None | str:
            return cast(None | str, data)

        encryption_certificate = _parse_encryption_certificate(d.pop("encryptionCertificate"))

        signing_certificates = cast(list[str], d.pop("signingCertificates"))

        require_signed_requests = d.pop("requireSignedRequests")

        allow_sha_1 = d.pop("allowSha1")

        def _parse_signature_algorithm(data: object) -> SamlSignatureAlgorithm | str:
            return cast(SamlSignatureAlgorithm | str, data)

        signature_algorithm = _parse_signature_algorithm(d.pop("signatureAlgorithm"))

        assertion_ttl = d.pop("assertionTtl")

        session_ttl = d.pop("sessionTtl")

        idp_initiated = d.pop("idpInitiated")

        def _parse_default_relay_state(data: object) -> None | str:
            return cast(None | str, data)

        default_relay_state = _parse_default_relay_state(d.pop("defaultRelayState"))

        def _parse_allowed_groups(data: object) -> list[str] | None:
            try:
                if not isinstance(data, list):
                    raise TypeError
                componentsschemas_oidc_allowed_groups_type_0 = cast(list[str], data)

                return componentsschemas_oidc_allowed_groups_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[str] | None, data)

        allowed_groups = _parse_allowed_groups(d.pop("allowedGroups"))

        def _parse_metadata_url(data: object) -> None | str:
            return cast(None | str, data)

        metadata_url = _parse_metadata_url(d.pop("metadataUrl"))

        def _parse_metadata_signing_certificate(data: object) -> None | str:
            return cast(None | str, data)

        metadata_signing_certificate = _parse_metadata_signing_certificate(
            d.pop("metadataSigningCertificate")
        )

        def _parse_signing_key_id(data: object) -> None | str:
            return cast(None | str, data)

        signing_key_id = _parse_signing_key_id(d.pop("signingKeyId"))

        certificates = []
        _certificates = d.pop("certificates")
        for componentsschemas_service_provider_certificates_item_data in _certificates:
            componentsschemas_service_provider_certificates_item = (
                ServiceProviderCertificate.from_dict(
                    componentsschemas_service_provider_certificates_item_data
                )
            )

            certificates.append(componentsschemas_service_provider_certificates_item)

        def _parse_certificate_expires_at(data: object) -> datetime.datetime | None:
            try:
                if not isinstance(data, str):
                    raise TypeError
                certificate_expires_at_type_0 = datetime.datetime.fromisoformat(
                    data.replace("Z", "+00:00")
                )

                return certificate_expires_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        certificate_expires_at = _parse_certificate_expires_at(d.pop("certificateExpiresAt"))

        def _parse_metadata_refreshed_at(data: object) -> datetime.datetime | None:
            try:
                if not isinstance(data, str):
                    raise TypeError
                metadata_refreshed_at_type_0 = datetime.datetime.fromisoformat(
                    data.replace("Z", "+00:00")
                )

                return metadata_refreshed_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        metadata_refreshed_at = _parse_metadata_refreshed_at(d.pop("metadataRefreshedAt"))

        def _parse_metadata_error(data: object) -> None | str:
            return cast(None | str, data)

        metadata_error = _parse_metadata_error(d.pop("metadataError"))

        def _parse_metadata_warning(data: object) -> None | str:
            return cast(None | str, data)

        metadata_warning = _parse_metadata_warning(d.pop("metadataWarning"))

        def _parse_pending_change(data: object) -> None | PendingChange:
            try:
                if not isinstance(data, dict):
                    raise TypeError
                pending_change_type_0 = PendingChange.from_dict(data)

                return pending_change_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | PendingChange, data)

        pending_change = _parse_pending_change(d.pop("pendingChange"))

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt").replace("Z", "+00:00"))

        updated_at = datetime.datetime.fromisoformat(d.pop("updatedAt").replace("Z", "+00:00"))

        def _parse_created_by(data: object) -> None | str:
            return cast(None | str, data)

        created_by = _parse_created_by(d.pop("createdBy"))

        service_provider = cls(
            id=id,
            name=name,
            logo_uri=logo_uri,
            status=status,
            entity_id=entity_id,
            acs_url=acs_url,
            acs_urls=acs_urls,
            slo_url=slo_url,
            slo_response_url=slo_response_url,
            slo_soap_url=slo_soap_url,
            slo_binding=slo_binding,
            name_id_format=name_id_format,
            name_id_attribute=name_id_attribute,
            attribute_mappings=attribute_mappings,
            audiences=audiences,
            sign_assertions=sign_assertions,
            sign_responses=sign_responses,
            encrypt_assertions=encrypt_assertions,
            encryption_algorithm=encryption_algorithm,
            encryption_certificate=encryption_certificate,
            signing_certificates=signing_certificates,
            require_signed_requests=require_signed_requests,
            allow_sha_1=allow_sha_1,
            signature_algorithm=signature_algorithm,
            assertion_ttl=assertion_ttl,
            session_ttl=session_ttl,
            idp_initiated=idp_initiated,
            default_relay_state=default_relay_state,
            allowed_groups=allowed_groups,
            metadata_url=metadata_url,
            metadata_signing_certificate=metadata_signing_certificate,
            signing_key_id=signing_key_id,
            certificates=certificates,
            certificate_expires_at=certificate_expires_at,
            metadata_refreshed_at=metadata_refreshed_at,
            metadata_error=metadata_error,
            metadata_warning=metadata_warning,
            pending_change=pending_change,
            created_at=created_at,
            updated_at=updated_at,
            created_by=created_by,
        )

        return service_provider
