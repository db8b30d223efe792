from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.connection_account_linking import (
    ConnectionAccountLinking,
)
from ..models.connection_health import ConnectionHealth
from ..models.connection_name_id_format import (
    ConnectionNameIdFormat,
)
from ..models.connection_status import ConnectionStatus
from ..models.connection_type import ConnectionType
from ..models.idp_binding import IdpBinding

if TYPE_CHECKING:
    from ..models.connection_attribute_mapping import ConnectionAttributeMapping
    from ..models.connection_certificate import ConnectionCertificate
    from ..models.connection_pending_change import ConnectionPendingChange
    from ..models.group_mapping import GroupMapping


T = TypeVar("T", bound="SamlConnection")


@_attrs_define
class SamlConnection:
    """ A connection to a SAML identity provider

        Example:
            {'id': 'fed_01kahz5v3be4nr7q2m8x9c0d1e', 'type': 'SAML', 'name': 'Acme', 'status': 'ACTIVE', 'health':
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
                'updatedAt': '2026-01-15T10:30:00.000Z', 'createdBy': 'cred_01kahz5v3be4nr7q2m8x9c0d1f'}

        Attributes:
            id (str): The ID of the connection Example: fed_01kahz5v3be4nr7q2m8x9c0d1e.
            type_ (ConnectionType | str): The protocol of the identity provider
            name (str): Shown to users
            status (ConnectionStatus | str): `DISABLED`: no user signs in by it, also not in a sign-in that has begun
            health (ConnectionHealth | str): `UNKNOWN` until the connection is used or tested. `FAILING` after a use, a test
                or the daily check that failed; `lastError` then says why
            is_draft (bool): Whether the identity provider is not known yet. The connection has its `spEntityId` and
                `acsUrl`, and is `DISABLED`. A change with the metadata, or with `idpEntityId`, `ssoUrl` and `certificates`,
                completes it
            idp_entity_id (None | str): The entity ID of the identity provider; null for a draft
            sso_url (None | str): Where requests to sign in are sent; null for a draft
            sso_binding (IdpBinding | str): How a browser takes messages to the endpoint (Bindings sections 3.4 and 3.5)
            slo_url (None | str): Where logout requests are sent with the browser; a URL as `ssoUrl`
            slo_response_url (None | str): Where logout responses are sent, if not to `sloUrl`
            slo_binding (IdpBinding | str): How a browser takes messages to the endpoint (Bindings sections 3.4 and 3.5)
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
            certificate_expires_at (datetime.datetime | None): When the first of the certificates expires; null without one
            metadata_url (None | str): Where the identity provider publishes its metadata. https; read once a day
            metadata_signing_certificate (None | str): The certificate whose key signs the metadata at `metadataUrl`.
                Refreshed metadata with this signature may replace all certificates at once. Metadata without the signature is
                then refused
            metadata_refreshed_at (datetime.datetime | None): When metadata was last read and understood; null without
                metadata
            metadata_error (None | str): Why the last refresh failed; null after one that did not
            metadata_warning (None | str): What of the metadata Keyward does not use, such as a certificate with a key of
                another kind than RSA; null if it uses all of it
            pending_change (ConnectionPendingChange | None): The change that waits for an approval; null if none does
            sp_entity_id (str): The entity ID of Keyward for this connection, the same as `spMetadataUrl`
            acs_url (str): The assertion consumer service to register at the identity provider
            sp_metadata_url (str): Where Keyward publishes its metadata for this connection
            sign_requests (bool): Whether Keyward signs its requests
            want_assertions_signed (bool): Whether the assertion itself must be signed. With false, a signature of the
                response is enough
            want_encrypted (bool): Whether assertions must be encrypted
            name_id_format (ConnectionNameIdFormat | str): Which identifier of the user Keyward asks for (Core section 8.3).
                With `unspecified`, the identity provider decides. `transient` requires `subjectAttribute`, because a transient
                identifier is new with each sign-in
            subject_attribute (None | str): The attribute whose value names the user instead of the identifier of the
                assertion. It must never change, and never belong to another user later
            allow_idp_initiated (bool): Whether a response without a request begins a sign-in of Keyward. It never signs a
                user in by itself
            clock_skew_seconds (int): How far the clock of the identity provider may be off
            logout_upstream (bool): Whether users who sign out of Keyward are signed out at the identity provider, too.
                Without `sloUrl`, they are signed out of Keyward only
            domains (list[str]): Domains whose users sign in by this connection. Each must be verified before it routes,
                links or provisions users. A domain has one connection, and includes no subdomains. Public mail domains are
                refused Example: ['acme.example'].
            enforced (bool): Whether users whose email address has a verified domain of this connection sign in by it only.
                A user with the role `OWNER` may always sign in with two factors of Keyward
            jit_provisioning (bool): Whether an unknown account, with a vouched-for address of a verified domain, becomes a
                new user
            account_linking (ConnectionAccountLinking | str): How an unknown account of the identity provider is linked with
                an existing user. `VERIFIED_DOMAIN`: by email address, if the identity provider vouches for the address and its
                domain is a verified domain of this connection; never with a user who holds management scopes. Signed-in users
                may also connect the account on the account page. `EXPLICIT`: on the account page only. `NONE`: never
            trust_email (bool): Whether an address counts as vouched for although the assertion does not say so. Only for an
                identity provider whose users cannot choose their address
            trust_mfa (bool): Whether the AuthnContext of the identity provider counts as a second factor
            attribute_mapping (ConnectionAttributeMapping): Which fields of the user are set from which claims, at each
                sign-in. A field is `firstName`, `lastName`, `displayName`, `nickname`, `title`, `department`, `division`,
                `organization`, `costCenter`, `employeeNumber`, `phoneNumber`, `locale`, `timezone`, `picture`, or an attribute
                such as `attributes.floor`. A claim without a value changes nothing. Without an entry, the standard claims set
                `firstName`, `lastName` and `displayName` of new users Example: {'firstName': {'from': ['given_name']},
                'department': {'from': ['department'], 'lowerCase': True}}.
            groups_claim (str): The name of a claim or SAML attribute. If there is none with this name, dots lead into
                objects, as in `address.locality` Example: given_name.
            group_mapping (list[GroupMapping]): At each sign-in, the user becomes a member of the groups that the claim
                `groupsClaim` names, with the source `FEDERATION`, and leaves other groups of this list that have this source.
                Members with other sources stay Example: [{'value': 'engineering', 'groupId':
                'grp_01kahz5v3be4nr7q2m8x9c0d1e'}].
            allowed_groups (list[str] | None): Only members of one of these groups may sign in; null lets everybody in
                Example: ['grp_01kahz5v3be4nr7q2m8x9c0d1e'].
            max_session_seconds (int | None): How long a session by this connection may last, with all tokens that came of
                it; null for as long as others
            product (None | str): The product of the identity provider, such as `okta`, `entra`, `google` or `adfs`. The
                dashboard shows the steps of this product. It decides nothing else Example: okta.
            last_tested_at (datetime.datetime | None): When it was last tested
            last_login_at (datetime.datetime | None): When a user last signed in by it
            last_error (None | str): What failed last; null after a success
            created_at (datetime.datetime):
            updated_at (datetime.datetime):
            created_by (None | str): The ID of the key or person that created it
     """

    id: str
    type_: ConnectionType | str
    name: str
    status: ConnectionStatus | str
    health: ConnectionHealth | str
    is_draft: bool
    idp_entity_id: None | str
    sso_url: None | str
    sso_binding: IdpBinding | str
    slo_url: None | str
    slo_response_url: None | str
    slo_binding: IdpBinding | str
    certificates: list[ConnectionCertificate]
    certificate_expires_at: datetime.datetime | None
    metadata_url: None | str
    metadata_signing_certificate: None | str
    metadata_refreshed_at: datetime.datetime | None
    metadata_error: None | str
    metadata_warning: None | str
    pending_change: ConnectionPendingChange | None
    sp_entity_id: str
    acs_url: str
    sp_metadata_url: str
    sign_requests: bool
    want_assertions_signed: bool
    want_encrypted: bool
    name_id_format: ConnectionNameIdFormat | str
    subject_attribute: None | str
    allow_idp_initiated: bool
    clock_skew_seconds: int
    logout_upstream: bool
    domains: list[str]
    enforced: bool
    jit_provisioning: bool
    account_linking: ConnectionAccountLinking | str
    trust_email: bool
    trust_mfa: bool
    attribute_mapping: ConnectionAttributeMapping
    groups_claim: str
    group_mapping: list[GroupMapping]
    allowed_groups: list[str] | None
    max_session_seconds: int | None
    product: None | str
    last_tested_at: datetime.datetime | None
    last_login_at: datetime.datetime | None
    last_error: None | str
    created_at: datetime.datetime
    updated_at: datetime.datetime
    created_by: None | str

    def to_dict(self) -> dict[str, Any]:
        from ..models.connection_pending_change import ConnectionPendingChange  # noqa: PLC0415

        id = self.id

        type_: str
        type_ = self.type_

        name = self.name

        status: str
        status = self.status

        health: str
        health = self.health

        is_draft = self.is_draft

        idp_entity_id: None | str
        idp_entity_id = self.idp_entity_id

        sso_url: None | str
        sso_url = self.sso_url

        sso_binding: str
        sso_binding = self.sso_binding

        slo_url: None | str
        slo_url = self.slo_url

        slo_response_url: None | str
        slo_response_url = self.slo_response_url

        slo_binding: str
        slo_binding = self.slo_binding

        certificates = []
        for componentsschemas_connection_certificates_item_data in self.certificates:
            componentsschemas_connection_certificates_item = (
                componentsschemas_connection_certificates_item_data.to_dict()
            )

            certificates.append(componentsschemas_connection_certificates_item)

        certificate_expires_at: None | str
        if isinstance(self.certificate_expires_at, datetime.datetime):
            certificate_expires_at = self.certificate_expires_at.isoformat()
        else:
            certificate_expires_at = self.certificate_expires_at

        metadata_url: None | str
        metadata_url = self.metadata_url

        metadata_signing_certificate: None | str
        metadata_signing_certificate = self.metadata_signing_certificate

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
        if isinstance(self.pending_change, ConnectionPendingChange):
            pending_change = self.pending_change.to_dict()

        else:
            pending_change = self.pending_change

        sp_entity_id = self.sp_entity_id

        acs_url = self.acs_url

        sp_metadata_url = self.sp_metadata_url

        sign_requests = self.sign_requests

        want_assertions_signed = self.want_assertions_signed

        want_encrypted = self.want_encrypted

        name_id_format: str
        name_id_format = self.name_id_format

        subject_attribute: None | str
        subject_attribute = self.subject_attribute

        allow_idp_initiated = self.allow_idp_initiated

        clock_skew_seconds = self.clock_skew_seconds

        logout_upstream = self.logout_upstream

        domains = self.domains

        enforced = self.enforced

        jit_provisioning = self.jit_provisioning

        account_linking: str
        account_linking = self.account_linking

        trust_email = self.trust_email

        trust_mfa = self.trust_mfa

        attribute_mapping = self.attribute_mapping

        groups_claim = self.groups_claim

        group_mapping = []
        for componentsschemas_group_mappings_item_data in self.group_mapping:
            componentsschemas_group_mappings_item = (
                componentsschemas_group_mappings_item_data.to_dict()
            )

            group_mapping.append(componentsschemas_group_mappings_item)

        allowed_groups: list[str] | None
        if isinstance(self.allowed_groups, list):
            allowed_groups = self.allowed_groups

        else:
            allowed_groups = self.allowed_groups

        max_session_seconds: int | None
        max_session_seconds = self.max_session_seconds

        product: None | str
        product = self.product

        last_tested_at: None | str
        if isinstance(self.last_tested_at, datetime.datetime):
            last_tested_at = self.last_tested_at.isoformat()
        else:
            last_tested_at = self.last_tested_at

        last_login_at: None | str
        if isinstance(self.last_login_at, datetime.datetime):
            last_login_at = self.last_login_at.isoformat()
        else:
            last_login_at = self.last_login_at

        last_error: None | str
        last_error = self.last_error

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()

        created_by: None | str
        created_by = self.created_by

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "id": id,
                "type": type_,
                "name": name,
                "status": status,
                "health": health,
                "isDraft": is_draft,
                "idpEntityId": idp_entity_id,
                "ssoUrl": sso_url,
                "ssoBinding": sso_binding,
                "sloUrl": slo_url,
                "sloResponseUrl": slo_response_url,
                "sloBinding": slo_binding,
                "certificates": certificates,
                "certificateExpiresAt": certificate_expires_at,
                "metadataUrl": metadata_url,
                "metadataSigningCertificate": metadata_signing_certificate,
                "metadataRefreshedAt": metadata_refreshed_at,
                "metadataError": metadata_error,
                "metadataWarning": metadata_warning,
                "pendingChange": pending_change,
                "spEntityId": sp_entity_id,
                "acsUrl": acs_url,
                "spMetadataUrl": sp_metadata_url,
                "signRequests": sign_requests,
                "wantAssertionsSigned": want_assertions_signed,
                "wantEncrypted": want_encrypted,
                "nameIdFormat": name_id_format,
                "subjectAttribute": subject_attribute,
                "allowIdpInitiated": allow_idp_initiated,
                "clockSkewSeconds": clock_skew_seconds,
                "logoutUpstream": logout_upstream,
                "domains": domains,
                "enforced": enforced,
                "jitProvisioning": jit_provisioning,
                "accountLinking": account_linking,
                "trustEmail": trust_email,
                "trustMfa": trust_mfa,
                "attributeMapping": attribute_mapping,
                "groupsClaim": groups_claim,
                "groupMapping": group_mapping,
                "allowedGroups": allowed_groups,
                "maxSessionSeconds": max_session_seconds,
                "product": product,
                "lastTestedAt": last_tested_at,
                "lastLoginAt": last_login_at,
                "lastError": last_error,
                "createdAt": created_at,
                "updatedAt": updated_at,
                "createdBy": created_by,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.connection_certificate import ConnectionCertificate  # noqa: PLC0415
        from ..models.connection_pending_change import ConnectionPendingChange  # noqa: PLC0415
        from ..models.group_mapping import GroupMapping  # noqa: PLC0415

        d = dict(src_dict)
        id = d.pop("id")

        def _parse_type_(data: object) -> ConnectionType | str:
            return cast(ConnectionType | str, data)

        type_ = _parse_type_(d.pop("type"))

        name = d.pop("name")

        def _parse_status(data: object) -> ConnectionStatus | str:
            return cast(ConnectionStatus | str, data)

        status = _parse_status(d.pop("status"))

        def _parse_health(data: object) -> ConnectionHealth | str:
            return cast(ConnectionHealth | str, data)

        health = _parse_health(d.pop("health"))

        is_draft = d.pop("isDraft")

        def _parse_idp_entity_id(data: object) -> None | str:
            return cast(None | str, data)

        idp_entity_id = _parse_idp_entity_id(d.pop("idpEntityId"))

        def _parse_sso_url(data: object) -> None | str:
            return cast(None | str, data)

        sso_url = _parse_sso_url(d.pop("ssoUrl"))

        def _parse_sso_binding(data: object) -> IdpBinding | str:
            return cast(IdpBinding | str, data)

        sso_binding = _parse_sso_binding(d.pop("ssoBinding"))

        def _parse_slo_url(data: object) -> None | str:
            return cast(None | str, data)

        slo_url = _parse_slo_url(d.pop("sloUrl"))

        def _parse_slo_response_url(data: object) -> None | str:
            return cast(None | str, data)

        slo_response_url = _parse_slo_response_url(d.pop("sloResponseUrl"))

        def _parse_slo_binding(data: object) -> IdpBinding | str:
            return cast(IdpBinding | str, data)

        slo_binding = _parse_slo_binding(d.pop("sloBinding"))

        certificates = []
        _certificates = d.pop("certificates")
        for componentsschemas_connection_certificates_item_data in _certificates:
            componentsschemas_connection_certificates_item = ConnectionCertificate.from_dict(
                componentsschemas_connection_certificates_item_data
            )

            certificates.append(componentsschemas_connection_certificates_item)

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

        def _parse_metadata_url(data: object) -> None | str:
            return cast(None | str, data)

        metadata_url = _parse_metadata_url(d.pop("metadataUrl"))

        def _parse_metadata_signing_certificate(data: object) -> None | str:
            return cast(None | str, data)

        metadata_signing_certificate = _parse_metadata_signing_certificate(
            d.pop("metadataSigningCertificate")
        )

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

        def _parse_pending_change(data: object) -> ConnectionPendingChange | None:
            try:
                if not isinstance(data, dict):
                    raise TypeError
                pending_change_type_0 = ConnectionPendingChange.from_dict(data)

                return pending_change_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(ConnectionPendingChange | None, data)

        pending_change = _parse_pending_change(d.pop("pendingChange"))

        sp_entity_id = d.pop("spEntityId")

        acs_url = d.pop("acsUrl")

        sp_metadata_url = d.pop("spMetadataUrl")

        sign_requests = d.pop("signRequests")

        want_assertions_signed = d.pop("wantAssertionsSigned")

        want_encrypted = d.pop("wantEncrypted")

        def _parse_name_id_format(data: object) -> ConnectionNameIdFormat | str:
            return cast(ConnectionNameIdFormat | str, data)

        name_id_format = _parse_name_id_format(d.pop("nameIdFormat"))

        def _parse_subject_attribute(data: object) -> None | str:
            return cast(None | str, data)

        subject_attribute = _parse_subject_attribute(d.pop("subjectAttribute"))

        allow_idp_initiated = d.pop("allowIdpInitiated")

        clock_skew_seconds = d.pop("clockSkewSeconds")

        logout_upstream = d.pop("logoutUpstream")

        domains = cast(list[str], d.pop("domains"))

        enforced = d.pop("enforced")

        jit_provisioning = d.pop("jitProvisioning")

        def _parse_account_linking(data: object) -> ConnectionAccountLinking | str:
            return cast(ConnectionAccountLinking | str, data)

        account_linking = _parse_account_linking(d.pop("accountLinking"))

        trust_email = d.pop("trustEmail")

        trust_mfa = d.pop("trustMfa")

        attribute_mapping = d.pop("attributeMapping")

        groups_claim = d.pop("groupsClaim")

        group_mapping = []
        _group_mapping = d.pop("groupMapping")
        for componentsschemas_group_mappings_item_data in _group_mapping:
            componentsschemas_group_mappings_item = GroupMapping.from_dict(
                componentsschemas_group_mappings_item_data
            )

            group_mapping.append(componentsschemas_group_mappings_item)

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

        def _parse_max_session_seconds(data: object) -> int | None:
            return cast(int | None, data)

        max_session_seconds = _parse_max_session_seconds(d.pop("maxSessionSeconds"))

        def _parse_product(data: object) -> None | str:
            return cast(None | str, data)

        product = _parse_product(d.pop("product"))

        def _parse_last_tested_at(data: object) -> datetime.datetime | None:
            try:
                if not isinstance(data, str):
                    raise TypeError
                last_tested_at_type_0 = datetime.datetime.fromisoformat(data.replace("Z", "+00:00"))

                return last_tested_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        last_tested_at = _parse_last_tested_at(d.pop("lastTestedAt"))

        def _parse_last_login_at(data: object) -> datetime.datetime | None:
            try:
                if not isinstance(data, str):
                    raise TypeError
                last_login_at_type_0 = datetime.datetime.fromisoformat(data.replace("Z", "+00:00"))

                return last_login_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        last_login_at = _parse_last_login_at(d.pop("lastLoginAt"))

        def _parse_last_error(data: object) -> None | str:
            return cast(None | str, data)

        last_error = _parse_last_error(d.pop("lastError"))

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt").replace("Z", "+00:00"))

        updated_at = datetime.datetime.fromisoformat(d.pop("updatedAt").replace("Z", "+00:00"))

        def _parse_created_by(data: object) -> None | str:
            return cast(None | str, data)

        created_by = _parse_created_by(d.pop("createdBy"))

        saml_connection = cls(
            id=id,
            type_=type_,
            name=name,
            status=status,
            health=health,
            is_draft=is_draft,
            idp_entity_id=idp_entity_id,
            sso_url=sso_url,
            sso_binding=sso_binding,
            slo_url=slo_url,
            slo_response_url=slo_response_url,
            slo_binding=slo_binding,
            certificates=certificates,
            certificate_expires_at=certificate_expires_at,
            metadata_url=metadata_url,
            metadata_signing_certificate=metadata_signing_certificate,
            metadata_refreshed_at=metadata_refreshed_at,
            metadata_error=metadata_error,
            metadata_warning=metadata_warning,
            pending_change=pending_change,
            sp_entity_id=sp_entity_id,
            acs_url=acs_url,
            sp_metadata_url=sp_metadata_url,
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
            last_tested_at=last_tested_at,
            last_login_at=last_login_at,
            last_error=last_error,
            created_at=created_at,
            updated_at=updated_at,
            created_by=created_by,
        )

        return saml_connection
