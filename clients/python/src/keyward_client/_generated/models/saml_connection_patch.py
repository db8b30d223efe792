from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.connection_account_linking import (
    ConnectionAccountLinking,
)
from ..models.connection_name_id_format import (
    ConnectionNameIdFormat,
)
from ..models.connection_status import ConnectionStatus
from ..models.idp_binding import IdpBinding
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.connection_attribute_mapping import ConnectionAttributeMapping
    from ..models.group_mapping import GroupMapping


T = TypeVar("T", bound="SamlConnectionPatch")


@_attrs_define
class SamlConnectionPatch:
    """ What to change. Fields that are left out keep their values; `null` clears

        Example:
            {'trustMfa': True, 'clockSkewSeconds': 120}

        Attributes:
            name (str | Unset): Shown to users
            status (ConnectionStatus | str | Unset): `DISABLED`: no user signs in by it, also not in a sign-in that has
                begun
            idp_entity_id (str | Unset): The entity ID of the identity provider (Core section 8.3.6), compared character by
                character. It cannot change, because users of another identity provider are other users. Only a draft takes one
                later Example: https://login.example.com/saml/metadata.
            sso_url (str | Unset): An https URL of the identity provider, or http with `localhost`, `127.0.0.1` or `[::1]`.
                Without fragment, user and password Example: https://login.example.com/saml/sso.
            sso_binding (IdpBinding | str | Unset): How a browser takes messages to the endpoint (Bindings sections 3.4 and
                3.5)
            slo_url (None | str | Unset): Where logout requests are sent with the browser; a URL as `ssoUrl`
            slo_response_url (None | str | Unset): Where logout responses are sent, if not to `sloUrl`
            slo_binding (IdpBinding | str | Unset): How a browser takes messages to the endpoint (Bindings sections 3.4 and
                3.5)
            certificates (list[str] | Unset): The certificates whose keys sign the messages of the identity provider, in PEM
                at most 32,768 characters together; replaces the whole list Example: ['-----BEGIN
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
                Tap5DPaKFdm8dXAiUIrmb8uF\\nfzojfffNViMyj5uORWJrpXQiK1wtxEYksA==\\n-----END CERTIFICATE-----\\n'].
            metadata_xml (str | Unset): The metadata of the identity provider (Metadata section 2.4.3), at most 512 KB,
                without a DOCTYPE Example: <EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata"
                entityID="https://login.example.com/saml/metadata">…</EntityDescriptor>.
            metadata_url (None | str | Unset): Where the identity provider publishes its metadata. https; read once a day
            metadata_signing_certificate (None | str | Unset): The certificate whose key signs the metadata at
                `metadataUrl`. Refreshed metadata with this signature may replace all certificates at once. Metadata without the
                signature is then refused
            sign_requests (bool | Unset): Whether Keyward signs its requests
            want_assertions_signed (bool | Unset): Whether the assertion itself must be signed. With false, a signature of
                the response is enough
            want_encrypted (bool | Unset): Whether assertions must be encrypted
            name_id_format (ConnectionNameIdFormat | str | Unset): Which identifier of the user Keyward asks for (Core
                section 8.3). With `unspecified`, the identity provider decides. `transient` requires `subjectAttribute`,
                because a transient identifier is new with each sign-in
            subject_attribute (None | str | Unset): The attribute whose value names the user instead of the identifier of
                the assertion. It must never change, and never belong to another user later
            allow_idp_initiated (bool | Unset): Whether a response without a request begins a sign-in of Keyward. It never
                signs a user in by itself
            clock_skew_seconds (int | Unset): How far the clock of the identity provider may be off
            logout_upstream (bool | Unset): Whether users who sign out of Keyward are signed out at the identity provider,
                too. Without `sloUrl`, they are signed out of Keyward only
            domains (list[str] | Unset): Domains whose users sign in by this connection. Each must be verified before it
                routes, links or provisions users. A domain has one connection, and includes no subdomains. Public mail domains
                are refused Example: ['acme.example'].
            enforced (bool | Unset): Whether users whose email address has a verified domain of this connection sign in by
                it only. A user with the role `OWNER` may always sign in with two factors of Keyward
            jit_provisioning (bool | Unset): Whether an unknown account, with a vouched-for address of a verified domain,
                becomes a new user
            account_linking (ConnectionAccountLinking | str | Unset): How an unknown account of the identity provider is
                linked with an existing user. `VERIFIED_DOMAIN`: by email address, if the identity provider vouches for the
                address and its domain is a verified domain of this connection; never with a user who holds management scopes.
                Signed-in users may also connect the account on the account page. `EXPLICIT`: on the account page only. `NONE`:
                never
            trust_email (bool | Unset): Whether an address counts as vouched for although the assertion does not say so.
                Only for an identity provider whose users cannot choose their address
            trust_mfa (bool | Unset): Whether the AuthnContext of the identity provider counts as a second factor
            attribute_mapping (ConnectionAttributeMapping | Unset): Which fields of the user are set from which claims, at
                each sign-in. A field is `firstName`, `lastName`, `displayName`, `nickname`, `title`, `department`, `division`,
                `organization`, `costCenter`, `employeeNumber`, `phoneNumber`, `locale`, `timezone`, `picture`, or an attribute
                such as `attributes.floor`. A claim without a value changes nothing. Without an entry, the standard claims set
                `firstName`, `lastName` and `displayName` of new users Example: {'firstName': {'from': ['given_name']},
                'department': {'from': ['department'], 'lowerCase': True}}.
            groups_claim (str | Unset): The name of a claim or SAML attribute. If there is none with this name, dots lead
                into objects, as in `address.locality` Example: given_name.
            group_mapping (list[GroupMapping] | Unset): At each sign-in, the user becomes a member of the groups that the
                claim `groupsClaim` names, with the source `FEDERATION`, and leaves other groups of this list that have this
                source. Members with other sources stay Example: [{'value': 'engineering', 'groupId':
                'grp_01kahz5v3be4nr7q2m8x9c0d1e'}].
            allowed_groups (list[str] | None | Unset): Only members of one of these groups may sign in; null lets everybody
                in Example: ['grp_01kahz5v3be4nr7q2m8x9c0d1e'].
            max_session_seconds (int | None | Unset): How long a session by this connection may last, with all tokens that
                came of it; null for as long as others
            product (None | str | Unset): The product of the identity provider, such as `okta`, `entra`, `google` or `adfs`.
                The dashboard shows the steps of this product. It decides nothing else Example: okta.
            revoke_sessions (bool | Unset): Whether the sessions that came by this connection end; only with `status:
                DISABLED`
     """

    name: str | Unset = UNSET
    status: ConnectionStatus | str | Unset = UNSET
    idp_entity_id: str | Unset = UNSET
    sso_url: str | Unset = UNSET
    sso_binding: IdpBinding | str | Unset = UNSET
    slo_url: None | str | Unset = UNSET
    slo_response_url: None | str | Unset = UNSET
    slo_binding: IdpBinding | str | Unset = UNSET
    certificates: list[str] | Unset = UNSET
    metadata_xml: str | Unset = UNSET
    metadata_url: None | str | Unset = UNSET
    metadata_signing_certificate: None | str | Unset = UNSET
    sign_requests: bool | Unset = UNSET
    want_assertions_signed: bool | Unset = UNSET
    want_encrypted: bool | Unset = UNSET
    name_id_format: ConnectionNameIdFormat | str | Unset = UNSET
    subject_attribute: None | str | Unset = UNSET
    allow_idp_initiated: bool | Unset = UNSET
    clock_skew_seconds: int | Unset = UNSET
    logout_upstream: bool | Unset = UNSET
    domains: list[str] | Unset = UNSET
    enforced: bool | Unset = UNSET
    jit_provisioning: bool | Unset = UNSET
    account_linking: ConnectionAccountLinking | str | Unset = UNSET
    trust_email: bool | Unset = UNSET
    trust_mfa: bool | Unset = UNSET
    attribute_mapping: ConnectionAttributeMapping | Unset = UNSET
    groups_claim: str | Unset = UNSET
    group_mapping: list[GroupMapping] | Unset = UNSET
    allowed_groups: list[str] | None | Unset = UNSET
    max_session_seconds: int | None | Unset = UNSET
    product: None | str | Unset = UNSET
    revoke_sessions: bool | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        status: str | Unset
        if isinstance(self.status, Unset):
            status = UNSET
        else:
            status = self.status

        idp_entity_id = self.idp_entity_id

        sso_url = self.sso_url

        sso_binding: str | Unset
        if isinstance(self.sso_binding, Unset):
            sso_binding = UNSET
        else:
            sso_binding = self.sso_binding

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

        slo_binding: str | Unset
        if isinstance(self.slo_binding, Unset):
            slo_binding = UNSET
        else:
            slo_binding = self.slo_binding

        certificates: list[str] | Unset = UNSET
        if not isinstance(self.certificates, Unset):
            certificates = self.certificates

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

        sign_requests = self.sign_requests

        want_assertions_signed = self.want_assertions_signed

        want_encrypted = self.want_encrypted

        name_id_format: str | Unset
        if isinstance(self.name_id_format, Unset):
            name_id_format = UNSET
        else:
            name_id_format = self.name_id_format

        subject_attribute: None | str | Unset
        if isinstance(self.subject_attribute, Unset):
            subject_attribute = UNSET
        else:
            subject_attribute = self.subject_attribute

        allow_idp_initiated = self.allow_idp_initiated

        clock_skew_seconds = self.clock_skew_seconds

        logout_upstream = self.logout_upstream

        domains: list[str] | Unset = UNSET
        if not isinstance(self.domains, Unset):
            domains = self.domains

        enforced = self.enforced

        jit_provisioning = self.jit_provisioning

        account_linking: str | Unset
        if isinstance(self.account_linking, Unset):
            account_linking = UNSET
        else:
            account_linking = self.account_linking

        trust_email = self.trust_email

        trust_mfa = self.trust_mfa

        attribute_mapping = self.attribute_mapping

        groups_claim = self.groups_claim

        group_mapping: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.group_mapping, Unset):
            group_mapping = []
            for componentsschemas_group_mappings_item_data in self.group_mapping:
                componentsschemas_group_mappings_item = (
                    componentsschemas_group_mappings_item_data.to_dict()
                )

                group_mapping.append(componentsschemas_group_mappings_item)

        allowed_groups: list[str] | None | Unset
        if isinstance(self.allowed_groups, Unset):
            allowed_groups = UNSET
        elif isinstance(self.allowed_groups, list):
            allowed_groups = self.allowed_groups

        else:
            allowed_groups = self.allowed_groups

        max_session_seconds: int | None | Unset
        if isinstance(self.max_session_seconds, Unset):
            max_session_seconds = UNSET
        else:
            max_session_seconds = self.max_session_seconds

        product: None | str | Unset
        if isinstance(self.product, Unset):
            product = UNSET
        else:
            product = self.product

        revoke_sessions = self.revoke_sessions

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if name is not UNSET:
            field_dict["name"] = name
        if status is not UNSET:
            field_dict["status"] = status
        if idp_entity_id is not UNSET:
            field_dict["idpEntityId"] = idp_entity_id
        if sso_url is not UNSET:
            field_dict["ssoUrl"] = sso_url
        if sso_binding is not UNSET:
            field_dict["ssoBinding"] = sso_binding
        if slo_url is not UNSET:
            field_dict["sloUrl"] = slo_url
        if slo_response_url is not UNSET:
            field_dict["sloResponseUrl"] = slo_response_url
        if slo_binding is not UNSET:
            field_dict["sloBinding"] = slo_binding
        if certificates is not UNSET:
            field_dict["certificates"] = certificates
        if metadata_xml is not UNSET:
            field_dict["metadataXml"] = metadata_xml
        if metadata_url is not UNSET:
            field_dict["metadataUrl"] = metadata_url
        if metadata_signing_certificate is not UNSET:
            field_dict["metadataSigningCertificate"] = metadata_signing_certificate
        if sign_requests is not UNSET:
            field_dict["signRequests"] = sign_requests
        if want_assertions_signed is not UNSET:
            field_dict["wantAssertionsSigned"] = want_assertions_signed
        if want_encrypted is not UNSET:
            field_dict["wantEncrypted"] = want_encrypted
        if name_id_format is not UNSET:
            field_dict["nameIdFormat"] = name_id_format
        if subject_attribute is not UNSET:
            field_dict["subjectAttribute"] = subject_attribute
        if allow_idp_initiated is not UNSET:
            field_dict["allowIdpInitiated"] = allow_idp_initiated
        if clock_skew_seconds is not UNSET:
            field_dict["clockSkewSeconds"] = clock_skew_seconds
        if logout_upstream is not UNSET:
            field_dict["logoutUpstream"] = logout_upstream
        if domains is not UNSET:
            field_dict["domains"] = domains
        if enforced is not UNSET:
            field_dict["enforced"] = enforced
        if jit_provisioning is not UNSET:
            field_dict["jitProvisioning"] = jit_provisioning
        if account_linking is not UNSET:
            field_dict["accountLinking"] = account_linking
        if trust_email is not UNSET:
            field_dict["trustEmail"] = trust_email
        if trust_mfa is not UNSET:
            field_dict["trustMfa"] = trust_mfa
        if attribute_mapping is not UNSET:
            field_dict["attributeMapping"] = attribute_mapping
        if groups_claim is not UNSET:
            field_dict["groupsClaim"] = groups_claim
        if group_mapping is not UNSET:
            field_dict["groupMapping"] = group_mapping
        if allowed_groups is not UNSET:
            field_dict["allowedGroups"] = allowed_groups
        if max_session_seconds is not UNSET:
            field_dict["maxSessionSeconds"] = max_session_seconds
        if product is not UNSET:
            field_dict["product"] = product
        if revoke_sessions is not UNSET:
            field_dict["revokeSessions"] = revoke_sessions

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.group_mapping import GroupMapping  # noqa: PLC0415

        d = dict(src_dict)
        name = d.pop("name", UNSET)

        def _parse_status(data: object) -> ConnectionStatus | str | Unset:
            return cast(ConnectionStatus | str | Unset, data)

        status = _parse_status(d.pop("status", UNSET))

        idp_entity_id = d.pop("idpEntityId", UNSET)

        sso_url = d.pop("ssoUrl", UNSET)

        def _parse_sso_binding(data: object) -> IdpBinding | str | Unset:
            return cast(IdpBinding | str | Unset, data)

        sso_binding = _parse_sso_binding(d.pop("ssoBinding", UNSET))

        def _parse_slo_url(data: object) -> None | str | Unset:
            return cast(None | str | Unset, data)

        slo_url = _parse_slo_url(d.pop("sloUrl", UNSET))

        def _parse_slo_response_url(data: object) -> None | str | Unset:
            return cast(None | str | Unset, data)

        slo_response_url = _parse_slo_response_url(d.pop("sloResponseUrl", UNSET))

        def _parse_slo_binding(data: object) -> IdpBinding | str | Unset:
            return cast(IdpBinding | str | Unset, data)

        slo_binding = _parse_slo_binding(d.pop("sloBinding", UNSET))

        certificates = cast(list[str], d.pop("certificates", UNSET))

        metadata_xml = d.pop("metadataXml", UNSET)

        def _parse_metadata_url(data: object) -> None | str | Unset:
            return cast(None | str | Unset, data)

        metadata_url = _parse_metadata_url(d.pop("metadataUrl", UNSET))

        def _parse_metadata_signing_certificate(data: object) -> None | str | Unset:
            return cast(None | str | Unset, data)

        metadata_signing_certificate = _parse_metadata_signing_certificate(
            d.pop("metadataSigningCertificate", UNSET)
        )

        sign_requests = d.pop("signRequests", UNSET)

        want_assertions_signed = d.pop("wantAssertionsSigned", UNSET)

        want_encrypted = d.pop("wantEncrypted", UNSET)

        def _parse_name_id_format(data: object) -> ConnectionNameIdFormat | str | Unset:
            return cast(ConnectionNameIdFormat | str | Unset, data)

        name_id_format = _parse_name_id_format(d.pop("nameIdFormat", UNSET))

        def _parse_subject_attribute(data: object) -> None | str | Unset:
            return cast(None | str | Unset, data)

        subject_attribute = _parse_subject_attribute(d.pop("subjectAttribute", UNSET))

        allow_idp_initiated = d.pop("allowIdpInitiated", UNSET)

        clock_skew_seconds = d.pop("clockSkewSeconds", UNSET)

        logout_upstream = d.pop("logoutUpstream", UNSET)

        domains = cast(list[str], d.pop("domains", UNSET))

        enforced = d.pop("enforced", UNSET)

        jit_provisioning = d.pop("jitProvisioning", UNSET)

        def _parse_account_linking(data: object) -> ConnectionAccountLinking | str | Unset:
            return cast(ConnectionAccountLinking | str | Unset, data)

        account_linking = _parse_account_linking(d.pop("accountLinking", UNSET))

        trust_email = d.pop("trustEmail", UNSET)

        trust_mfa = d.pop("trustMfa", UNSET)

        attribute_mapping = d.pop("attributeMapping", UNSET)

        groups_claim = d.pop("groupsClaim", UNSET)

        _group_mapping = d.pop("groupMapping", UNSET)
        group_mapping: list[GroupMapping] | Unset = UNSET
        if _group_mapping is not UNSET:
            group_mapping = []
            for componentsschemas_group_mappings_item_data in _group_mapping:
                componentsschemas_group_mappings_item = GroupMapping.from_dict(
                    componentsschemas_group_mappings_item_data
                )

                group_mapping.append(componentsschemas_group_mappings_item)

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

        def _parse_max_session_seconds(data: object) -> int | None | Unset:
            return cast(int | None | Unset, data)

        max_session_seconds = _parse_max_session_seconds(d.pop("maxSessionSeconds", UNSET))

        def _parse_product(data: object) -> None | str | Unset:
            return cast(None | str | Unset, data)

        product = _parse_product(d.pop("product", UNSET))

        revoke_sessions = d.pop("revokeSessions", UNSET)

        saml_connection_patch = cls(
            name=name,
            status=status,
            idp_entity_id=idp_entity_id,
            sso_url=sso_url,
            sso_binding=sso_binding,
            slo_url=slo_url,
            slo_response_url=slo_response_url,
            slo_binding=slo_binding,
            certificates=certificates,
            metadata_xml=metadata_xml,
            metadata_url=metadata_url,
            metadata_signing_certificate=metadata_signing_certificate,
            sign_requests=sign_requests,
            want_assertions_signed=want_assertions_signed,
            want_encrypted=want_encrypted,
            name_id_format=name_id_format,
            subject_attribute=subject_attribute,
            allow_idp_initiated=allow_idp_initiated,
            clock_skew_seconds=clock_skew_seconds,
            logout_upstream=logout_upstream,
            domains=domains,
            enforced=enforced,
            jit_provisioning=jit_provisioning,
            account_linking=account_linking,
            trust_email=trust_email,
            trust_mfa=trust_mfa,
            attribute_mapping=attribute_mapping,
            groups_claim=groups_claim,
            group_mapping=group_mapping,
            allowed_groups=allowed_groups,
            max_session_seconds=max_session_seconds,
            product=product,
            revoke_sessions=revoke_sessions,
        )

        return saml_connection_patch
