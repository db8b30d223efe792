from __future__ import annotations

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
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.acs_url_input import AcsUrlInput
    from ..models.attribute_mapping_input import AttributeMappingInput


T = TypeVar("T", bound="ServiceProviderPatch")


@_attrs_define
class ServiceProviderPatch:
    """What to change

    Example:
        {'sessionTtl': 3600, 'audiences': ['urn:example:wiki']}

    Attributes:
        name (str | Unset): Shown to users
        logo_uri (None | str | Unset): https; shown to users beside the name
        status (ServiceProviderStatus | str | Unset): `DISABLED`: users cannot sign in to it, until it is `ACTIVE` again
        acs_url (str | Unset): An https URL of the service provider, or http with `localhost`, `127.0.0.1` or `[::1]`.
            Without fragment, user and password; compared character by character Example: https://app.example.com/saml/acs.
        acs_urls (list[AcsUrlInput] | Unset): Where responses are sent; replaces the whole list Example: [{'url':
            'https://app.example.com/saml/acs'}].
        slo_url (None | str | Unset): Where logout requests are sent with the browser; a URL as `acsUrl`
        slo_response_url (None | str | Unset): Where logout responses are sent, if not to `sloUrl`
        slo_soap_url (None | str | Unset): Where logout requests are sent without the browser (SOAP). https
        slo_binding (SloBinding | str | Unset): How a logout message reaches `sloUrl`, with the browser (Bindings
            sections 3.4 and 3.5)
        name_id_format (NameIdFormat | str | Unset): Which identifier of a user the service provider gets (Core section
            8.3). `persistent` is a random value that depends on the user and the entity ID alone. `emailAddress` is the
            verified address. `transient` is new with each sign-in. `unspecified` is the value of `nameIdAttribute`, or the
            username
        name_id_attribute (None | str | Unset): The field of the user that the identifier is taken from, such as
            `employeeNumber`. Only with `unspecified`
        attribute_mappings (list[AttributeMappingInput] | Unset): The attributes of an assertion, each name once;
            replaces the whole list. It needs `directory.read`, too Example: [{'name': 'mail', 'source': 'email'}].
        audiences (list[str] | Unset): Other audiences of assertions, beside the entity ID Example: [].
        sign_assertions (bool | Unset): Whether the assertion is signed. It or the response must be
        sign_responses (bool | Unset): Whether the response is signed. It or the assertion must be
        encrypt_assertions (bool | Unset): Whether assertions are encrypted. It needs `encryptionCertificate`
        encryption_algorithm (SamlEncryptionAlgorithm | str | Unset): The algorithm that encrypts assertions.
            `aes256-cbc` is for old products only: an attacker who alters the message can learn its content from the answers
            of the product
        encryption_certificate (None | str | Unset): The certificate whose key assertions are encrypted for
        signing_certificates (list[str] | Unset): The certificates whose keys sign the messages of the service provider
            Example: [].
        require_signed_requests (bool | Unset): Whether unsigned requests are refused. It needs a certificate in
            `signingCertificates`
        allow_sha_1 (bool | Unset): Whether signatures with SHA-1 are believed, which others can forge. Only for old
            products
        signature_algorithm (SamlSignatureAlgorithm | str | Unset): The algorithm that signs the messages for this
            service provider (RFC 6931)
        assertion_ttl (int | Unset): How long an assertion may be presented; in seconds
        session_ttl (int | Unset): How long the session at the service provider may last; in seconds
        idp_initiated (bool | Unset): Whether the account page lists the service provider, so that users may start there
        default_relay_state (None | str | Unset): The RelayState of a sign-in that starts at the account page. Many
            products take the address of a page
        allowed_groups (list[str] | None | Unset): Only members of one of these groups may sign in; null lets everybody
            in Example: ['grp_01kahz5v3be4nr7q2m8x9c0d1e'].
        metadata_xml (str | Unset): The metadata of the service provider (Metadata section 2.3), at most 512 KB, without
            a DOCTYPE Example: <EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata"
            entityID="https://app.example.com/saml/metadata">…</EntityDescriptor>.
        metadata_url (None | str | Unset): Where the service provider publishes its metadata. https; read once a day
        metadata_signing_certificate (None | str | Unset): The certificate whose key signs the metadata at
            `metadataUrl`. Refreshed metadata with this signature may replace all certificates at once. Metadata without the
            signature is then refused
        signing_key_id (None | str | Unset): The SAML key that signs for this service provider; null for the `ACTIVE`
            one
    """

    name: str | Unset = UNSET
    logo_uri: None | str | Unset = UNSET
    status: ServiceProviderStatus | str | Unset = UNSET
    acs_url: str | Unset = UNSET
    acs_urls: list[AcsUrlInput] | Unset = UNSET
    slo_url: None | str | Unset = UNSET
    slo_response_url: None | str | Unset = UNSET
    slo_soap_url: None | str | Unset = UNSET
    slo_binding: SloBinding | str | Unset = UNSET
    name_id_format: NameIdFormat | str | Unset = UNSET
    name_id_attribute: None | str | Unset = UNSET
    attribute_mappings: list[AttributeMappingInput] | Unset = UNSET
    audiences: list[str] | Unset = UNSET
    sign_assertions: bool | Unset = UNSET
    sign_responses: bool | Unset = UNSET
    encrypt_assertions: bool | Unset = UNSET
    encryption_algorithm: SamlEncryptionAlgorithm | str | Unset = UNSET
    encryption_certificate: None | str | Unset = UNSET
    signing_certificates: list[str] | Unset = UNSET
    require_signed_requests: bool | Unset = UNSET
    allow_sha_1: bool | Unset = UNSET
    signature_algorithm: SamlSignatureAlgorithm | str | Unset = UNSET
    assertion_ttl: int | Unset = UNSET
    session_ttl: int | Unset = UNSET
    idp_initiated: bool | Unset = UNSET
    default_relay_state: None | str | Unset = UNSET
    allowed_groups: list[str] | None | Unset = UNSET
    metadata_xml: str | Unset = UNSET
    metadata_url: None | str | Unset = UNSET
    metadata_signing_certificate: None | str | Unset = UNSET
    signing_key_id: None | str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        logo_uri: None | str | Unset
        if isinstance(self.logo_uri, Unset):
            logo_uri = UNSET
        else:
            logo_uri = self.logo_uri

        status: str | Unset
        if isinstance(self.status, Unset):
            status = UNSET
        else:
            status = self.status

        acs_url = self.acs_url

        acs_urls: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.acs_urls, Unset):
            acs_urls = []
            for componentsschemas_acs_urls_input_item_data in self.acs_urls:
                componentsschemas_acs_urls_input_item = (
                    componentsschemas_acs_urls_input_item_data.to_dict()
                )

                acs_urls.append(componentsschemas_acs_urls_input_item)

        slo_url: None | str | Unset
        if isinstance(self.slo_url, Unset):
            slo_url = UNSET
        else:
            slo_url = self.slo_url

        slo_response_url: None | str | Unset
        if isinstance(self.slo_response_url, Unset):
            slo_response_url = UNSET
        else:
            slo_response_url = self.slo_response_url

        slo_soap_url: None | str | Unset
        if isinstance(self.slo_soap_url, Unset):
            slo_soap_url = UNSET
        else:
            slo_soap_url = self.slo_soap_url

        slo_binding: str | Unset
        if isinstance(self.slo_binding, Unset):
            slo_binding = UNSET
        else:
            slo_binding = self.slo_binding

        name_id_format: str | Unset
        if isinstance(self.name_id_format, Unset):
            name_id_format = UNSET
        else:
            name_id_format = self.name_id_format

        name_id_attribute: None | str | Unset
        if isinstance(self.name_id_attribute, Unset):
            name_id_attribute = UNSET
        else:
            name_id_attribute = self.name_id_attribute

        attribute_mappings: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.attribute_mappings, Unset):
            attribute_mappings = []
            for componentsschemas_attribute_mappings_input_item_data in self.attribute_mappings:
                componentsschemas_attribute_mappings_input_item = (
                    componentsschemas_attribute_mappings_input_item_data.to_dict()
                )

                attribute_mappings.append(componentsschemas_attribute_mappings_input_item)

        audiences: list[str] | Unset = UNSET
        if not isinstance(self.audiences, Unset):
            audiences = self.audiences

        sign_assertions = self.sign_assertions

        sign_responses = self.sign_responses

        encrypt_assertions = self.encrypt_assertions

        encryption_algorithm: str | Unset
        if isinstance(self.encryption_algorithm, Unset):
            encryption_algorithm = UNSET
        else:
            encryption_algorithm = self.encryption_algorithm

        encryption_certificate: None | str | Unset
        if isinstance(self.encryption_certificate, Unset):
            encryption_certificate = UNSET
        else:
            encryption_certificate = self.encryption_certificate

        signing_certificates: list[str] | Unset = UNSET
        if not isinstance(self.signing_certificates, Unset):
            signing_certificates = self.signing_certificates

        require_signed_requests = self.require_signed_requests

        allow_sha_1 = self.allow_sha_1

        signature_algorithm: str | Unset
        if isinstance(self.signature_algorithm, Unset):
            signature_algorithm = UNSET
        else:
            signature_algorithm = self.signature_algorithm

        assertion_ttl = self.assertion_ttl

        session_ttl = self.session_ttl

        idp_initiated = self.idp_initiated

        default_relay_state: None | str | Unset
        if isinstance(self.default_relay_state, Unset):
            default_relay_state = UNSET
        else:
            default_relay_state = self.default_relay_state

        allowed_groups: list[str] | None | Unset
        if isinstance(self.allowed_groups, Unset):
            allowed_groups = UNSET
        elif isinstance(self.allowed_groups, list):
            allowed_groups = self.allowed_groups

        else:
            allowed_groups = self.allowed_groups

        metadata_xml = self.metadata_xml

        metadata_url: None | str | Unset
        if isinstance(self.metadata_url, Unset):
            metadata_url = UNSET
        else:
            metadata_url = self.metadata_url

        metadata_signing_certificate: None | str | Unset
        if isinstance(self.metadata_signing_certificate, Unset):
            metadata_signing_certificate = UNSET
        else:
            metadata_signing_certificate = self.metadata_signing_certificate

        signing_key_id: None | str | Unset
        if isinstance(self.signing_key_id, Unset):
            signing_key_id = UNSET
        else:
            signing_key_id = self.signing_key_id

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if name is not UNSET:
            field_dict["name"] = name
        if logo_uri is not UNSET:
            field_dict["logoUri"] = logo_uri
        if status is not UNSET:
            field_dict["status"] = status
        if acs_url is not UNSET:
            field_dict["acsUrl"] = acs_url
        if acs_urls is not UNSET:
            field_dict["acsUrls"] = acs_urls
        if slo_url is not UNSET:
            field_dict["sloUrl"] = slo_url
        if slo_response_url is not UNSET:
            field_dict["sloResponseUrl"] = slo_response_url
        if slo_soap_url is not UNSET:
            field_dict["sloSoapUrl"] = slo_soap_url
        if slo_binding is not UNSET:
            field_dict["sloBinding"] = slo_binding
        if name_id_format is not UNSET:
            field_dict["nameIdFormat"] = name_id_format
        if name_id_attribute is not UNSET:
            field_dict["nameIdAttribute"] = name_id_attribute
        if attribute_mappings is not UNSET:
            field_dict["attributeMappings"] = attribute_mappings
        if audiences is not UNSET:
            field_dict["audiences"] = audiences
        if sign_assertions is not UNSET:
            field_dict["signAssertions"] = sign_assertions
        if sign_responses is not UNSET:
            field_dict["signResponses"] = sign_responses
        if encrypt_assertions is not UNSET:
            field_dict["encryptAssertions"] = encrypt_assertions
        if encryption_algorithm is not UNSET:
            field_dict["encryptionAlgorithm"] = encryption_algorithm
        if encryption_certificate is not UNSET:
            field_dict["encryptionCertificate"] = encryption_certificate
        if signing_certificates is not UNSET:
            field_dict["signingCertificates"] = signing_certificates
        if require_signed_requests is not UNSET:
            field_dict["requireSignedRequests"] = require_signed_requests
        if allow_sha_1 is not UNSET:
            field_dict["allowSha1"] = allow_sha_1
        if signature_algorithm is not UNSET:
            field_dict["signatureAlgorithm"] = signature_algorithm
        if assertion_ttl is not UNSET:
            field_dict["assertionTtl"] = assertion_ttl
        if session_ttl is not UNSET:
            field_dict["sessionTtl"] = session_ttl
        if idp_initiated is not UNSET:
            field_dict["idpInitiated"] = idp_initiated
        if default_relay_state is not UNSET:
            field_dict["defaultRelayState"] = default_relay_state
        if allowed_groups is not UNSET:
            field_dict["allowedGroups"] = allowed_groups
        if metadata_xml is not UNSET:
            field_dict["metadataXml"] = metadata_xml
        if metadata_url is not UNSET:
            field_dict["metadataUrl"] = metadata_url
        if metadata_signing_certificate is not UNSET:
            field_dict["metadataSigningCertificate"] = metadata_signing_certificate
        if signing_key_id is not UNSET:
            field_dict["signingKeyId"] = signing_key_id

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.acs_url_input import AcsUrlInput  # noqa: PLC0415
        from ..models.attribute_mapping_input import AttributeMappingInput  # noqa: PLC0415

        d = dict(src_dict)
        name = d.pop("name", UNSET)

        def _parse_logo_uri(data: object) -> None | str | Unset:
            return cast(None | str | Unset, data)

        logo_uri = _parse_logo_uri(d.pop("logoUri", UNSET))

        def _parse_status(data: object) -> ServiceProviderStatus | str | Unset:
            return cast(ServiceProviderStatus | str | Unset, data)

        status = _parse_status(d.pop("status", UNSET))

        acs_url = d.pop("acsUrl", UNSET)

        _acs_urls = d.pop("acsUrls", UNSET)
        acs_urls: list[AcsUrlInput] | Unset = UNSET
        if _acs_urls is not UNSET:
            acs_urls = []
            for componentsschemas_acs_urls_input_item_data in _acs_urls:
                componentsschemas_acs_urls_input_item = AcsUrlInput.from_dict(
                    componentsschemas_acs_urls_input_item_data
                )

                acs_urls.append(componentsschemas_acs_urls_input_item)

        def _parse_slo_url(data: object) -> None | str | Unset:
            return cast(None | str | Unset, data)

        slo_url = _parse_slo_url(d.pop("sloUrl", UNSET))

        def _parse_slo_response_url(data: object) -> None | str | Unset:
            return cast(None | str | Unset, data)

        slo_response_url = _parse_slo_response_url(d.pop("sloResponseUrl", UNSET))

        def _parse_slo_soap_url(data: object) -> None | str | Unset:
            return cast(None | str | Unset, data)

        slo_soap_url = _parse_slo_soap_url(d.pop("sloSoapUrl", UNSET))

        def _parse_slo_binding(data: object) -> SloBinding | str | Unset:
            return cast(SloBinding | str | Unset, data)

        slo_binding = _parse_slo_binding(d.pop("sloBinding", UNSET))

        def _parse_name_id_format(data: object) -> NameIdFormat | str | Unset:
            return cast(NameIdFormat | str | Unset, data)

        name_id_format = _parse_name_id_format(d.pop("nameIdFormat", UNSET))

        def _parse_name_id_attribute(data: object) -> None | str | Unset:
            return cast(None | str | Unset, data)

        name_id_attribute = _parse_name_id_attribute(d.pop("nameIdAttribute", UNSET))

        _attribute_mappings = d.pop("attributeMappings", UNSET)
        attribute_mappings: list[AttributeMappingInput] | Unset = UNSET
        if _attribute_mappings is not UNSET:
            attribute_mappings = []
            for componentsschemas_attribute_mappings_input_item_data in _attribute_mappings:
                componentsschemas_attribute_mappings_input_item = AttributeMappingInput.from_dict(
                    componentsschemas_attribute_mappings_input_item_data
                )

                attribute_mappings.append(componentsschemas_attribute_mappings_input_item)

        audiences = cast(list[str], d.pop("audiences", UNSET))

        sign_assertions = d.pop("signAssertions", UNSET)

        sign_responses = d.pop("signResponses", UNSET)

        encrypt_assertions = d.pop("encryptAssertions", UNSET)

        def _parse_encryption_algorithm(data: object) -> SamlEncryptionAlgorithm | str | Unset:
            return cast(SamlEncryptionAlgorithm | str | Unset, data)

        encryption_algorithm = _parse_encryption_algorithm(d.pop("encryptionAlgorithm", UNSET))

        def _parse_encryption_certificate(data: object) -> None | str | Unset:
            return cast(None | str | Unset, data)

        encryption_certificate = _parse_encryption_certificate(
            d.pop("encryptionCertificate", UNSET)
        )

        signing_certificates = cast(list[str], d.pop("signingCertificates", UNSET))

        require_signed_requests = d.pop("requireSignedRequests", UNSET)

        allow_sha_1 = d.pop("allowSha1", UNSET)

        def _parse_signature_algorithm(data: object) -> SamlSignatureAlgorithm | str | Unset:
            return cast(SamlSignatureAlgorithm | str | Unset, data)

        signature_algorithm = _parse_signature_algorithm(d.pop("signatureAlgorithm", UNSET))

        assertion_ttl = d.pop("assertionTtl", UNSET)

        session_ttl = d.pop("sessionTtl", UNSET)

        idp_initiated = d.pop("idpInitiated", UNSET)

        def _parse_default_relay_state(data: object) -> None | str | Unset:
            return cast(None | str | Unset, data)

        default_relay_state = _parse_default_relay_state(d.pop("defaultRelayState", UNSET))

        def _parse_allowed_groups(data: object) -> list[str] | None | Unset:
            try:
                if not isinstance(data, list):
                    raise TypeError
                componentsschemas_oidc_allowed_groups_type_0 = cast(list[str], data)

                return componentsschemas_oidc_allowed_groups_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[str] | None | Unset, data)

        allowed_groups = _parse_allowed_groups(d.pop("allowedGroups", UNSET))

        metadata_xml = d.pop("metadataXml", UNSET)

        def _parse_metadata_url(data: object) -> None | str | Unset:
            return cast(None | str | Unset, data)

        metadata_url = _parse_metadata_url(d.pop("metadataUrl", UNSET))

        def _parse_metadata_signing_certificate(data: object) -> None | str | Unset:
            return cast(None | str | Unset, data)

        metadata_signing_certificate = _parse_metadata_signing_certificate(
            d.pop("metadataSigningCertificate", UNSET)
        )

        def _parse_signing_key_id(data: object) -> None | str | Unset:
            return cast(None | str | Unset, data)

        signing_key_id = _parse_signing_key_id(d.pop("signingKeyId", UNSET))

        service_provider_patch = cls(
            name=name,
            logo_uri=logo_uri,
            status=status,
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
            metadata_xml=metadata_xml,
            metadata_url=metadata_url,
            metadata_signing_certificate=metadata_signing_certificate,
            signing_key_id=signing_key_id,
        )

        return service_provider_patch
