import builtins
from collections.abc import AsyncIterator, Iterator

from keyward_client import _pages
from keyward_client._transport import AsyncTransport, Transport

from ...models.connection import Connection
from ...models.connection_account_linking import ConnectionAccountLinking
from ...models.connection_attribute_mapping import ConnectionAttributeMapping
from ...models.connection_list import ConnectionList
from ...models.connection_name_id_format import ConnectionNameIdFormat
from ...models.connection_preview import ConnectionPreview
from ...models.connection_preview_request_claims import ConnectionPreviewRequestClaims
from ...models.connection_status import ConnectionStatus
from ...models.connection_test import ConnectionTest
from ...models.connection_trace import ConnectionTrace
from ...models.connection_trace_list import ConnectionTraceList
from ...models.connection_trace_outcome import ConnectionTraceOutcome
from ...models.connection_type import ConnectionType
from ...models.deleted import Deleted
from ...models.domain_status import DomainStatus
from ...models.federated_domain import FederatedDomain
from ...models.federated_domain_list import FederatedDomainList
from ...models.given_assertion import GivenAssertion
from ...models.group_mapping import GroupMapping
from ...models.idp_binding import IdpBinding
from ...models.oidc_connection import OidcConnection
from ...models.oidc_connection_list import OidcConnectionList
from ...models.saml_connection import SamlConnection
from ...models.saml_connection_list import SamlConnectionList
from ...models.setup_link_core import SetupLinkCore
from ...models.setup_link_list import SetupLinkList
from ...models.setup_link_status import SetupLinkStatus
from ...models.setup_link_with_url import SetupLinkWithUrl
from ...models.test_sign_in_link import TestSignInLink
from ...models.token_endpoint_auth_method import TokenEndpointAuthMethod
from ...types import UNSET, Unset
from . import approve_saml_connection_change as _approve_saml_connection_change
from . import create_oidc_connection as _create_oidc_connection
from . import create_saml_connection as _create_saml_connection
from . import create_setup_link as _create_setup_link
from . import create_test_sign_in as _create_test_sign_in
from . import delete_connection as _delete_connection
from . import delete_oidc_connection as _delete_oidc_connection
from . import delete_saml_connection as _delete_saml_connection
from . import get_connection as _get_connection
from . import get_oidc_connection as _get_oidc_connection
from . import get_saml_connection as _get_saml_connection
from . import get_setup_link as _get_setup_link
from . import list_connection_traces as _list_connection_traces
from . import list_connections as _list_connections
from . import list_federated_domains as _list_federated_domains
from . import list_oidc_connections as _list_oidc_connections
from . import list_saml_connections as _list_saml_connections
from . import list_setup_links as _list_setup_links
from . import preview_connection_mapping as _preview_connection_mapping
from . import refresh_saml_connection_metadata as _refresh_saml_connection_metadata
from . import reject_saml_connection_change as _reject_saml_connection_change
from . import revoke_setup_link as _revoke_setup_link
from . import test_connection as _test_connection
from . import test_oidc_connection as _test_oidc_connection
from . import test_saml_connection as _test_saml_connection
from . import update_connection as _update_connection
from . import update_oidc_connection as _update_oidc_connection
from . import update_saml_connection as _update_saml_connection
from . import verify_federated_domain as _verify_federated_domain


class FederationFamily:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list_connections(
        self,
        *,
        status: ConnectionStatus | str | Unset = UNSET,
        type_: ConnectionType | str | Unset = UNSET,
        search: str | Unset = UNSET,
        page: int | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> ConnectionList:
        """List the connections to identity providers.

        Lists connections of all types, the newest first.
        """

        return self._transport.call(
            _list_connections.request(
                status=status,
                type_=type_,
                search=search,
                page=page,
                limit=limit,
            ),
            _list_connections.answer,
        )

    def list_connections_pages(
        self,
        *,
        status: ConnectionStatus | str | Unset = UNSET,
        type_: ConnectionType | str | Unset = UNSET,
        search: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> Iterator[ConnectionList]:
        """List the connections to identity providers: every page, as they are asked for.

        Lists connections of all types, the newest first.
        """

        return _pages.by_page(
            lambda page: self.list_connections(
                status=status,
                type_=type_,
                search=search,
                limit=limit,
                page=page,
            )
        )

    def list_connections_all(
        self,
        *,
        status: ConnectionStatus | str | Unset = UNSET,
        type_: ConnectionType | str | Unset = UNSET,
        search: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> Iterator[Connection]:
        """List the connections to identity providers: every item of every page.

        Lists connections of all types, the newest first.
        """

        return _pages.items(
            self.list_connections_pages(
                status=status,
                type_=type_,
                search=search,
                limit=limit,
            )
        )

    def list_federated_domains(
        self,
        *,
        status: DomainStatus | str | Unset = UNSET,
        page: int | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> FederatedDomainList:
        """List the domains of all connections.

        By name. Each shows the DNS record that proves it.
        """

        return self._transport.call(
            _list_federated_domains.request(
                status=status,
                page=page,
                limit=limit,
            ),
            _list_federated_domains.answer,
        )

    def list_federated_domains_pages(
        self,
        *,
        status: DomainStatus | str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> Iterator[FederatedDomainList]:
        """List the domains of all connections: every page, as they are asked for.

        By name. Each shows the DNS record that proves it.
        """

        return _pages.by_page(
            lambda page: self.list_federated_domains(
                status=status,
                limit=limit,
                page=page,
            )
        )

    def list_federated_domains_all(
        self,
        *,
        status: DomainStatus | str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> Iterator[FederatedDomain]:
        """List the domains of all connections: every item of every page.

        By name. Each shows the DNS record that proves it.
        """

        return _pages.items(
            self.list_federated_domains_pages(
                status=status,
                limit=limit,
            )
        )

    def verify_federated_domain(
        self,
        domain: str,
    ) -> FederatedDomain:
        """Prove a domain by its DNS record.

        Looks the record up now. If it is missing, or the DNS does not respond, the response is
        400 `DOMAIN_NOT_VERIFIED` with the record that was expected. If another organization has
        proved the domain, its record is looked for, too. If that record is still there, the
        response is 409 `DOMAIN_TAKEN`, and otherwise the domain moves. The key needs every
        management scope of the users that the connection signs in.
        """

        return self._transport.call(
            _verify_federated_domain.request(
                domain,
            ),
            _verify_federated_domain.answer,
        )

    def list_oidc_connections(
        self,
        *,
        status: ConnectionStatus | str | Unset = UNSET,
        search: str | Unset = UNSET,
        page: int | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> OidcConnectionList:
        """List the OpenID Connect connections.

        Newest first.
        """

        return self._transport.call(
            _list_oidc_connections.request(
                status=status,
                search=search,
                page=page,
                limit=limit,
            ),
            _list_oidc_connections.answer,
        )

    def list_oidc_connections_pages(
        self,
        *,
        status: ConnectionStatus | str | Unset = UNSET,
        search: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> Iterator[OidcConnectionList]:
        """List the OpenID Connect connections: every page, as they are asked for.

        Newest first.
        """

        return _pages.by_page(
            lambda page: self.list_oidc_connections(
                status=status,
                search=search,
                limit=limit,
                page=page,
            )
        )

    def list_oidc_connections_all(
        self,
        *,
        status: ConnectionStatus | str | Unset = UNSET,
        search: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> Iterator[OidcConnection]:
        """List the OpenID Connect connections: every item of every page.

        Newest first.
        """

        return _pages.items(
            self.list_oidc_connections_pages(
                status=status,
                search=search,
                limit=limit,
            )
        )

    def create_oidc_connection(
        self,
        *,
        name: str,
        issuer: str,
        client_id: str,
        discovery_url: None | str | Unset = UNSET,
        client_secret: str | Unset = UNSET,
        token_endpoint_auth_method: str | TokenEndpointAuthMethod | Unset = UNSET,
        scopes: builtins.list[str] | Unset = UNSET,
        pkce: bool | Unset = UNSET,
        user_info: bool | Unset = UNSET,
        logout_upstream: bool | Unset = UNSET,
        domains: builtins.list[str] | Unset = UNSET,
        enforced: bool | Unset = UNSET,
        jit_provisioning: bool | Unset = UNSET,
        account_linking: ConnectionAccountLinking | str | Unset = UNSET,
        trust_email: bool | Unset = UNSET,
        trust_mfa: bool | Unset = UNSET,
        accept_assertions: bool | Unset = UNSET,
        attribute_mapping: ConnectionAttributeMapping | Unset = UNSET,
        groups_claim: str | Unset = UNSET,
        group_mapping: builtins.list[GroupMapping] | Unset = UNSET,
        allowed_groups: builtins.list[str] | None | Unset = UNSET,
        max_session_seconds: int | None | Unset = UNSET,
        product: None | str | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> OidcConnection:
        """Connect an OpenID Connect provider.

        Register `callbackUrl` of the response at the identity provider. Then add a DNS record for
        each domain, and verify it. The key needs the management scopes of the groups in
        `groupMapping`. Several connections may have the same issuer and client ID.
        """

        return self._transport.call(
            _create_oidc_connection.request(
                name=name,
                issuer=issuer,
                client_id=client_id,
                discovery_url=discovery_url,
                client_secret=client_secret,
                token_endpoint_auth_method=token_endpoint_auth_method,
                scopes=scopes,
                pkce=pkce,
                user_info=user_info,
                logout_upstream=logout_upstream,
                domains=domains,
                enforced=enforced,
                jit_provisioning=jit_provisioning,
                account_linking=account_linking,
                trust_email=trust_email,
                trust_mfa=trust_mfa,
                accept_assertions=accept_assertions,
                attribute_mapping=attribute_mapping,
                groups_claim=groups_claim,
                group_mapping=group_mapping,
                allowed_groups=allowed_groups,
                max_session_seconds=max_session_seconds,
                product=product,
                idempotency_key=idempotency_key,
            ),
            _create_oidc_connection.answer,
        )

    def get_oidc_connection(
        self,
        id: str,
    ) -> OidcConnection:
        """Get an OpenID Connect connection."""

        return self._transport.call(
            _get_oidc_connection.request(
                id,
            ),
            _get_oidc_connection.answer,
        )

    def delete_oidc_connection(
        self,
        id: str,
        *,
        if_match: str | Unset = UNSET,
    ) -> Deleted:
        """Delete an OpenID Connect connection.

        As `deleteConnection`.
        """

        return self._transport.call(
            _delete_oidc_connection.request(
                id,
                if_match=if_match,
            ),
            _delete_oidc_connection.answer,
        )

    def update_oidc_connection(
        self,
        id: str,
        *,
        name: str | Unset = UNSET,
        status: ConnectionStatus | str | Unset = UNSET,
        discovery_url: None | str | Unset = UNSET,
        client_id: str | Unset = UNSET,
        client_secret: str | Unset = UNSET,
        token_endpoint_auth_method: str | TokenEndpointAuthMethod | Unset = UNSET,
        scopes: builtins.list[str] | Unset = UNSET,
        pkce: bool | Unset = UNSET,
        user_info: bool | Unset = UNSET,
        logout_upstream: bool | Unset = UNSET,
        domains: builtins.list[str] | Unset = UNSET,
        enforced: bool | Unset = UNSET,
        jit_provisioning: bool | Unset = UNSET,
        account_linking: ConnectionAccountLinking | str | Unset = UNSET,
        trust_email: bool | Unset = UNSET,
        trust_mfa: bool | Unset = UNSET,
        accept_assertions: bool | Unset = UNSET,
        attribute_mapping: ConnectionAttributeMapping | Unset = UNSET,
        groups_claim: str | Unset = UNSET,
        group_mapping: builtins.list[GroupMapping] | Unset = UNSET,
        allowed_groups: builtins.list[str] | None | Unset = UNSET,
        max_session_seconds: int | None | Unset = UNSET,
        product: None | str | Unset = UNSET,
        revoke_sessions: bool | Unset = UNSET,
        if_match: str | Unset = UNSET,
    ) -> OidcConnection:
        """Change an OpenID Connect connection.

        Fields that are left out keep their values; `null` clears. The issuer cannot change. The
        key needs every management scope of the users and groups that the connection can reach,
        because an identity provider decides who its users are.
        """

        return self._transport.call(
            _update_oidc_connection.request(
                id,
                name=name,
                status=status,
                discovery_url=discovery_url,
                client_id=client_id,
                client_secret=client_secret,
                token_endpoint_auth_method=token_endpoint_auth_method,
                scopes=scopes,
                pkce=pkce,
                user_info=user_info,
                logout_upstream=logout_upstream,
                domains=domains,
                enforced=enforced,
                jit_provisioning=jit_provisioning,
                account_linking=account_linking,
                trust_email=trust_email,
                trust_mfa=trust_mfa,
                accept_assertions=accept_assertions,
                attribute_mapping=attribute_mapping,
                groups_claim=groups_claim,
                group_mapping=group_mapping,
                allowed_groups=allowed_groups,
                max_session_seconds=max_session_seconds,
                product=product,
                revoke_sessions=revoke_sessions,
                if_match=if_match,
            ),
            _update_oidc_connection.answer,
        )

    def test_oidc_connection(
        self,
        id: str,
    ) -> ConnectionTest:
        """Test an OpenID Connect connection.

        As `testConnection`.
        """

        return self._transport.call(
            _test_oidc_connection.request(
                id,
            ),
            _test_oidc_connection.answer,
        )

    def list_saml_connections(
        self,
        *,
        status: ConnectionStatus | str | Unset = UNSET,
        search: str | Unset = UNSET,
        page: int | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> SamlConnectionList:
        """List the SAML connections.

        Newest first.
        """

        return self._transport.call(
            _list_saml_connections.request(
                status=status,
                search=search,
                page=page,
                limit=limit,
            ),
            _list_saml_connections.answer,
        )

    def list_saml_connections_pages(
        self,
        *,
        status: ConnectionStatus | str | Unset = UNSET,
        search: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> Iterator[SamlConnectionList]:
        """List the SAML connections: every page, as they are asked for.

        Newest first.
        """

        return _pages.by_page(
            lambda page: self.list_saml_connections(
                status=status,
                search=search,
                limit=limit,
                page=page,
            )
        )

    def list_saml_connections_all(
        self,
        *,
        status: ConnectionStatus | str | Unset = UNSET,
        search: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> Iterator[SamlConnection]:
        """List the SAML connections: every item of every page.

        Newest first.
        """

        return _pages.items(
            self.list_saml_connections_pages(
                status=status,
                search=search,
                limit=limit,
            )
        )

    def create_saml_connection(
        self,
        *,
        name: str,
        is_draft: bool | Unset = UNSET,
        idp_entity_id: str | Unset = UNSET,
        sso_url: str | Unset = UNSET,
        sso_binding: IdpBinding | str | Unset = UNSET,
        slo_url: None | str | Unset = UNSET,
        slo_response_url: None | str | Unset = UNSET,
        slo_binding: IdpBinding | str | Unset = UNSET,
        certificates: builtins.list[str] | Unset = UNSET,
        metadata_xml: str | Unset = UNSET,
        metadata_url: None | str | Unset = UNSET,
        metadata_signing_certificate: None | str | Unset = UNSET,
        sign_requests: bool | Unset = UNSET,
        want_assertions_signed: bool | Unset = UNSET,
        want_encrypted: bool | Unset = UNSET,
        name_id_format: ConnectionNameIdFormat | str | Unset = UNSET,
        subject_attribute: None | str | Unset = UNSET,
        allow_idp_initiated: bool | Unset = UNSET,
        clock_skew_seconds: int | Unset = UNSET,
        logout_upstream: bool | Unset = UNSET,
        domains: builtins.list[str] | Unset = UNSET,
        enforced: bool | Unset = UNSET,
        jit_provisioning: bool | Unset = UNSET,
        account_linking: ConnectionAccountLinking | str | Unset = UNSET,
        trust_email: bool | Unset = UNSET,
        trust_mfa: bool | Unset = UNSET,
        attribute_mapping: ConnectionAttributeMapping | Unset = UNSET,
        groups_claim: str | Unset = UNSET,
        group_mapping: builtins.list[GroupMapping] | Unset = UNSET,
        allowed_groups: builtins.list[str] | None | Unset = UNSET,
        max_session_seconds: int | None | Unset = UNSET,
        product: None | str | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> SamlConnection:
        """Connect a SAML identity provider.

        Send the metadata of the identity provider as `metadataXml`, or its address as
        `metadataUrl`, or `idpEntityId` with `ssoUrl` and `certificates`. If the metadata
        describes several identity providers, add the `idpEntityId` of one. The response shows
        what was read. Metadata with a DOCTYPE or above 512 KB is refused. If the metadata cannot
        be read from its address, the response is 502 `FEDERATION_CONN_FAILED`. Register
        `spMetadataUrl` of the response, or `spEntityId` and `acsUrl`, at the identity provider.
        Then add a DNS record for each domain, and verify it. If the identity provider asks for
        these values before it shows its metadata, create a draft with `isDraft: true`, and
        complete it with `updateSamlConnection`. The key needs the management scopes of the groups
        in `groupMapping`.
        """

        return self._transport.call(
            _create_saml_connection.request(
                name=name,
                is_draft=is_draft,
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
                idempotency_key=idempotency_key,
            ),
            _create_saml_connection.answer,
        )

    def get_saml_connection(
        self,
        id: str,
    ) -> SamlConnection:
        """Get a SAML connection."""

        return self._transport.call(
            _get_saml_connection.request(
                id,
            ),
            _get_saml_connection.answer,
        )

    def delete_saml_connection(
        self,
        id: str,
        *,
        if_match: str | Unset = UNSET,
    ) -> Deleted:
        """Delete a SAML connection.

        As `deleteConnection`.
        """

        return self._transport.call(
            _delete_saml_connection.request(
                id,
                if_match=if_match,
            ),
            _delete_saml_connection.answer,
        )

    def update_saml_connection(
        self,
        id: str,
        *,
        name: str | Unset = UNSET,
        status: ConnectionStatus | str | Unset = UNSET,
        idp_entity_id: str | Unset = UNSET,
        sso_url: str | Unset = UNSET,
        sso_binding: IdpBinding | str | Unset = UNSET,
        slo_url: None | str | Unset = UNSET,
        slo_response_url: None | str | Unset = UNSET,
        slo_binding: IdpBinding | str | Unset = UNSET,
        certificates: builtins.list[str] | Unset = UNSET,
        metadata_xml: str | Unset = UNSET,
        metadata_url: None | str | Unset = UNSET,
        metadata_signing_certificate: None | str | Unset = UNSET,
        sign_requests: bool | Unset = UNSET,
        want_assertions_signed: bool | Unset = UNSET,
        want_encrypted: bool | Unset = UNSET,
        name_id_format: ConnectionNameIdFormat | str | Unset = UNSET,
        subject_attribute: None | str | Unset = UNSET,
        allow_idp_initiated: bool | Unset = UNSET,
        clock_skew_seconds: int | Unset = UNSET,
        logout_upstream: bool | Unset = UNSET,
        domains: builtins.list[str] | Unset = UNSET,
        enforced: bool | Unset = UNSET,
        jit_provisioning: bool | Unset = UNSET,
        account_linking: ConnectionAccountLinking | str | Unset = UNSET,
        trust_email: bool | Unset = UNSET,
        trust_mfa: bool | Unset = UNSET,
        attribute_mapping: ConnectionAttributeMapping | Unset = UNSET,
        groups_claim: str | Unset = UNSET,
        group_mapping: builtins.list[GroupMapping] | Unset = UNSET,
        allowed_groups: builtins.list[str] | None | Unset = UNSET,
        max_session_seconds: int | None | Unset = UNSET,
        product: None | str | Unset = UNSET,
        revoke_sessions: bool | Unset = UNSET,
        if_match: str | Unset = UNSET,
    ) -> SamlConnection:
        """Change a SAML connection.

        Fields that are left out keep their values; `null` clears. `idpEntityId` cannot change,
        and is for drafts: with the metadata, or with `idpEntityId`, `ssoUrl` and `certificates`,
        a draft is complete. It stays `DISABLED` unless you send `status: ACTIVE`. While
        `metadataUrl` is set, the metadata governs the endpoints and the certificates. Set
        `metadataUrl` to null first, or send `metadataXml`. New metadata replaces these fields at
        once, and must have the same entity ID. The key needs every management scope of the users
        and groups that the connection can reach, because an identity provider decides who its
        users are.
        """

        return self._transport.call(
            _update_saml_connection.request(
                id,
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
                if_match=if_match,
            ),
            _update_saml_connection.answer,
        )

    def test_saml_connection(
        self,
        id: str,
    ) -> ConnectionTest:
        """Test a SAML connection.

        As `testConnection`. It reads the metadata, and changes nothing.
        """

        return self._transport.call(
            _test_saml_connection.request(
                id,
            ),
            _test_saml_connection.answer,
        )

    def refresh_saml_connection_metadata(
        self,
        id: str,
        *,
        if_match: str | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> SamlConnection:
        """Read the metadata of a SAML connection again.

        Reads `metadataUrl` now; the service also reads it once a day, and when a response is
        signed by an unknown key. The response shows the outcome: `metadataRefreshedAt`, or
        `metadataError` if the metadata could not be used. New certificates apply at once if a
        known certificate remains, or if the key of `metadataSigningCertificate` signed the
        metadata. Endpoints of new hosts, and certificates that replace all known ones, wait as
        `pendingChange`. Without `metadataUrl`, the response is 409 `CONNECTION_STATE_CONFLICT`.
        """

        return self._transport.call(
            _refresh_saml_connection_metadata.request(
                id,
                if_match=if_match,
                idempotency_key=idempotency_key,
            ),
            _refresh_saml_connection_metadata.answer,
        )

    def approve_saml_connection_change(
        self,
        id: str,
        *,
        change_id: str,
        if_match: str | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> SamlConnection:
        """Approve the pending change of a SAML connection.

        Applies the change that `changeId` names. If the metadata has changed since, another
        change is pending, and the response is 409 `CONNECTION_STATE_CONFLICT`. Read the
        connection again, and compare the change with the administrator of the identity provider
        first. The key needs every management scope of the users and groups that the connection
        can reach.
        """

        return self._transport.call(
            _approve_saml_connection_change.request(
                id,
                change_id=change_id,
                if_match=if_match,
                idempotency_key=idempotency_key,
            ),
            _approve_saml_connection_change.answer,
        )

    def reject_saml_connection_change(
        self,
        id: str,
        *,
        change_id: str,
        if_match: str | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> SamlConnection:
        """Reject the pending change of a SAML connection.

        Drops the change that `changeId` names. The same metadata asks no second time. Other
        metadata does. The key needs the same scopes as for an approval.
        """

        return self._transport.call(
            _reject_saml_connection_change.request(
                id,
                change_id=change_id,
                if_match=if_match,
                idempotency_key=idempotency_key,
            ),
            _reject_saml_connection_change.answer,
        )

    def list_setup_links(
        self,
        *,
        status: SetupLinkStatus | str | Unset = UNSET,
        page: int | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> SetupLinkList:
        """List the setup links.

        Newest first, those that are finished, expired or revoked among them. They are kept for 90
        days after they expire.
        """

        return self._transport.call(
            _list_setup_links.request(
                status=status,
                page=page,
                limit=limit,
            ),
            _list_setup_links.answer,
        )

    def list_setup_links_pages(
        self,
        *,
        status: SetupLinkStatus | str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> Iterator[SetupLinkList]:
        """List the setup links: every page, as they are asked for.

        Newest first, those that are finished, expired or revoked among them. They are kept for 90
        days after they expire.
        """

        return _pages.by_page(
            lambda page: self.list_setup_links(
                status=status,
                limit=limit,
                page=page,
            )
        )

    def list_setup_links_all(
        self,
        *,
        status: SetupLinkStatus | str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> Iterator[SetupLinkCore]:
        """List the setup links: every item of every page.

        Newest first, those that are finished, expired or revoked among them. They are kept for 90
        days after they expire.
        """

        return _pages.items(
            self.list_setup_links_pages(
                status=status,
                limit=limit,
            )
        )

    def create_setup_link(
        self,
        *,
        domains: builtins.list[str],
        name: str | Unset = UNSET,
        type_: ConnectionType | None | str | Unset = UNSET,
        expires_in_seconds: int | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
        x_wrap_ttl: int | Unset = UNSET,
    ) -> SetupLinkWithUrl:
        """Create a setup link for the administrator of a customer.

        The link opens a hosted page, once and in one browser. There, the holder connects an
        identity provider, proves the domains of the link by DNS records, and tests the
        connection. The connection is `DISABLED` until you activate it with `updateConnection`.
        Settings that give rights stay with you. The key needs every management scope of the users
        and groups that connections with these domains can reach.
        """

        return self._transport.call(
            _create_setup_link.request(
                domains=domains,
                name=name,
                type_=type_,
                expires_in_seconds=expires_in_seconds,
                idempotency_key=idempotency_key,
                x_wrap_ttl=x_wrap_ttl,
            ),
            _create_setup_link.answer,
        )

    def get_setup_link(
        self,
        id: str,
    ) -> SetupLinkCore:
        """Get a setup link."""

        return self._transport.call(
            _get_setup_link.request(
                id,
            ),
            _get_setup_link.answer,
        )

    def revoke_setup_link(
        self,
        id: str,
    ) -> Deleted:
        """Revoke a setup link.

        The link and the session of its holder end at once. A connection that the holder has set
        up stays, without the domains that were proved by the link. The setup link stays in the
        list as `REVOKED`.
        """

        return self._transport.call(
            _revoke_setup_link.request(
                id,
            ),
            _revoke_setup_link.answer,
        )

    def get_connection(
        self,
        id: str,
    ) -> Connection:
        """Get a connection.

        Its fields that all types have. The path of its type shows the others.
        """

        return self._transport.call(
            _get_connection.request(
                id,
            ),
            _get_connection.answer,
        )

    def delete_connection(
        self,
        id: str,
        *,
        if_match: str | Unset = UNSET,
    ) -> Deleted:
        """Delete a connection.

        Users stay, without their links to accounts of the identity provider. Sessions that came
        by it stay, too. Its domains are free for other connections. The key needs every
        management scope of the users that the connection signs in.
        """

        return self._transport.call(
            _delete_connection.request(
                id,
                if_match=if_match,
            ),
            _delete_connection.answer,
        )

    def update_connection(
        self,
        id: str,
        *,
        status: ConnectionStatus | str,
        revoke_sessions: bool | Unset = UNSET,
        if_match: str | Unset = UNSET,
    ) -> Connection:
        """Enable or disable a connection.

        A disabled connection signs no user in, also not in a sign-in that has begun. Sessions
        that came by it stay, unless `revokeSessions` is true. The key needs every management
        scope of the users that the connection signs in.
        """

        return self._transport.call(
            _update_connection.request(
                id,
                status=status,
                revoke_sessions=revoke_sessions,
                if_match=if_match,
            ),
            _update_connection.answer,
        )

    def test_connection(
        self,
        id: str,
    ) -> ConnectionTest:
        """Test a connection.

        Reads what the identity provider publishes, and names each check. If the identity provider
        cannot be reached, the response is 502 `FEDERATION_CONN_FAILED`. A draft has no identity
        provider yet: the response is 409 `CONNECTION_STATE_CONFLICT`.
        """

        return self._transport.call(
            _test_connection.request(
                id,
            ),
            _test_connection.answer,
        )

    def preview_connection_mapping(
        self,
        id: str,
        *,
        claims: ConnectionPreviewRequestClaims | Unset = UNSET,
        assertion: GivenAssertion | Unset = UNSET,
    ) -> ConnectionPreview:
        """Show what a connection makes of an account.

        Applies the rules of a sign-in to claims, or to the identifier and the attributes of a
        SAML assertion, and changes nothing. The response shows the user that the account leads
        to, or why it would be refused, the fields and the groups. It works in every status of the
        connection. It verifies no signature, because what is shown is yours. The key needs
        `directory.read` as well, and `groups.read` if the connection has `groupMapping` or
        `allowedGroups`.
        """

        return self._transport.call(
            _preview_connection_mapping.request(
                id,
                claims=claims,
                assertion=assertion,
            ),
            _preview_connection_mapping.answer,
        )

    def create_test_sign_in(
        self,
        id: str,
    ) -> TestSignInLink:
        """Create a link for a test sign-in.

        The link works once, for 15 minutes, in every status of the connection. A draft has no
        identity provider to test: the response is 409 `CONNECTION_STATE_CONFLICT`. Its page leads
        to the identity provider, and then shows the claims that were received, what the mapping
        makes of them, and the user they lead to, or the error and its step. A test creates and
        changes nothing, and begins no session. The result is also a trace with `test: true`.
        Deleting the connection revokes the link.
        """

        return self._transport.call(
            _create_test_sign_in.request(
                id,
            ),
            _create_test_sign_in.answer,
        )

    def list_connection_traces(
        self,
        id: str,
        *,
        outcome: ConnectionTraceOutcome | str | Unset = UNSET,
        reference: str | Unset = UNSET,
        page: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> ConnectionTraceList:
        """List the last sign-ins of a connection.

        Newest first, for 7 days: at most 1,000 for which the identity provider vouched, and at
        most 100 others. An entry names the step that failed, and the claims that were received.
        Values of claims are shown only to keys that have `directory.read`, too. Tokens, codes,
        state and nonce are never stored. The entries of a user are erased with the user.
        """

        return self._transport.call(
            _list_connection_traces.request(
                id,
                outcome=outcome,
                reference=reference,
                page=page,
                cursor=cursor,
                limit=limit,
            ),
            _list_connection_traces.answer,
        )

    def list_connection_traces_pages(
        self,
        id: str,
        *,
        outcome: ConnectionTraceOutcome | str | Unset = UNSET,
        reference: str | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> Iterator[ConnectionTraceList]:
        """List the last sign-ins of a connection: every page, as they are asked for.

        Newest first, for 7 days: at most 1,000 for which the identity provider vouched, and at
        most 100 others. An entry names the step that failed, and the claims that were received.
        Values of claims are shown only to keys that have `directory.read`, too. Tokens, codes,
        state and nonce are never stored. The entries of a user are erased with the user.
        """

        return _pages.by_page(
            lambda page: self.list_connection_traces(
                id,
                outcome=outcome,
                reference=reference,
                cursor=cursor,
                limit=limit,
                page=page,
            )
        )

    def list_connection_traces_all(
        self,
        id: str,
        *,
        outcome: ConnectionTraceOutcome | str | Unset = UNSET,
        reference: str | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> Iterator[ConnectionTrace]:
        """List the last sign-ins of a connection: every item of every page.

        Newest first, for 7 days: at most 1,000 for which the identity provider vouched, and at
        most 100 others. An entry names the step that failed, and the claims that were received.
        Values of claims are shown only to keys that have `directory.read`, too. Tokens, codes,
        state and nonce are never stored. The entries of a user are erased with the user.
        """

        return _pages.items(
            self.list_connection_traces_pages(
                id,
                outcome=outcome,
                reference=reference,
                cursor=cursor,
                limit=limit,
            )
        )


class AsyncFederationFamily:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list_connections(
        self,
        *,
        status: ConnectionStatus | str | Unset = UNSET,
        type_: ConnectionType | str | Unset = UNSET,
        search: str | Unset = UNSET,
        page: int | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> ConnectionList:
        """List the connections to identity providers.

        Lists connections of all types, the newest first.
        """

        return await self._transport.call(
            _list_connections.request(
                status=status,
                type_=type_,
                search=search,
                page=page,
                limit=limit,
            ),
            _list_connections.answer,
        )

    def list_connections_pages(
        self,
        *,
        status: ConnectionStatus | str | Unset = UNSET,
        type_: ConnectionType | str | Unset = UNSET,
        search: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[ConnectionList]:
        """List the connections to identity providers: every page, as they are asked for.

        Lists connections of all types, the newest first.
        """

        return _pages.async_by_page(
            lambda page: self.list_connections(
                status=status,
                type_=type_,
                search=search,
                limit=limit,
                page=page,
            )
        )

    def list_connections_all(
        self,
        *,
        status: ConnectionStatus | str | Unset = UNSET,
        type_: ConnectionType | str | Unset = UNSET,
        search: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[Connection]:
        """List the connections to identity providers: every item of every page.

        Lists connections of all types, the newest first.
        """

        return _pages.async_items(
            self.list_connections_pages(
                status=status,
                type_=type_,
                search=search,
                limit=limit,
            )
        )

    async def list_federated_domains(
        self,
        *,
        status: DomainStatus | str | Unset = UNSET,
        page: int | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> FederatedDomainList:
        """List the domains of all connections.

        By name. Each shows the DNS record that proves it.
        """

        return await self._transport.call(
            _list_federated_domains.request(
                status=status,
                page=page,
                limit=limit,
            ),
            _list_federated_domains.answer,
        )

    def list_federated_domains_pages(
        self,
        *,
        status: DomainStatus | str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[FederatedDomainList]:
        """List the domains of all connections: every page, as they are asked for.

        By name. Each shows the DNS record that proves it.
        """

        return _pages.async_by_page(
            lambda page: self.list_federated_domains(
                status=status,
                limit=limit,
                page=page,
            )
        )

    def list_federated_domains_all(
        self,
        *,
        status: DomainStatus | str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[FederatedDomain]:
        """List the domains of all connections: every item of every page.

        By name. Each shows the DNS record that proves it.
        """

        return _pages.async_items(
            self.list_federated_domains_pages(
                status=status,
                limit=limit,
            )
        )

    async def verify_federated_domain(
        self,
        domain: str,
    ) -> FederatedDomain:
        """Prove a domain by its DNS record.

        Looks the record up now. If it is missing, or the DNS does not respond, the response is
        400 `DOMAIN_NOT_VERIFIED` with the record that was expected. If another organization has
        proved the domain, its record is looked for, too. If that record is still there, the
        response is 409 `DOMAIN_TAKEN`, and otherwise the domain moves. The key needs every
        management scope of the users that the connection signs in.
        """

        return await self._transport.call(
            _verify_federated_domain.request(
                domain,
            ),
            _verify_federated_domain.answer,
        )

    async def list_oidc_connections(
        self,
        *,
        status: ConnectionStatus | str | Unset = UNSET,
        search: str | Unset = UNSET,
        page: int | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> OidcConnectionList:
        """List the OpenID Connect connections.

        Newest first.
        """

        return await self._transport.call(
            _list_oidc_connections.request(
                status=status,
                search=search,
                page=page,
                limit=limit,
            ),
            _list_oidc_connections.answer,
        )

    def list_oidc_connections_pages(
        self,
        *,
        status: ConnectionStatus | str | Unset = UNSET,
        search: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[OidcConnectionList]:
        """List the OpenID Connect connections: every page, as they are asked for.

        Newest first.
        """

        return _pages.async_by_page(
            lambda page: self.list_oidc_connections(
                status=status,
                search=search,
                limit=limit,
                page=page,
            )
        )

    def list_oidc_connections_all(
        self,
        *,
        status: ConnectionStatus | str | Unset = UNSET,
        search: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[OidcConnection]:
        """List the OpenID Connect connections: every item of every page.

        Newest first.
        """

        return _pages.async_items(
            self.list_oidc_connections_pages(
                status=status,
                search=search,
                limit=limit,
            )
        )

    async def create_oidc_connection(
        self,
        *,
        name: str,
        issuer: str,
        client_id: str,
        discovery_url: None | str | Unset = UNSET,
        client_secret: str | Unset = UNSET,
        token_endpoint_auth_method: str | TokenEndpointAuthMethod | Unset = UNSET,
        scopes: builtins.list[str] | Unset = UNSET,
        pkce: bool | Unset = UNSET,
        user_info: bool | Unset = UNSET,
        logout_upstream: bool | Unset = UNSET,
        domains: builtins.list[str] | Unset = UNSET,
        enforced: bool | Unset = UNSET,
        jit_provisioning: bool | Unset = UNSET,
        account_linking: ConnectionAccountLinking | str | Unset = UNSET,
        trust_email: bool | Unset = UNSET,
        trust_mfa: bool | Unset = UNSET,
        accept_assertions: bool | Unset = UNSET,
        attribute_mapping: ConnectionAttributeMapping | Unset = UNSET,
        groups_claim: str | Unset = UNSET,
        group_mapping: builtins.list[GroupMapping] | Unset = UNSET,
        allowed_groups: builtins.list[str] | None | Unset = UNSET,
        max_session_seconds: int | None | Unset = UNSET,
        product: None | str | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> OidcConnection:
        """Connect an OpenID Connect provider.

        Register `callbackUrl` of the response at the identity provider. Then add a DNS record for
        each domain, and verify it. The key needs the management scopes of the groups in
        `groupMapping`. Several connections may have the same issuer and client ID.
        """

        return await self._transport.call(
            _create_oidc_connection.request(
                name=name,
                issuer=issuer,
                client_id=client_id,
                discovery_url=discovery_url,
                client_secret=client_secret,
                token_endpoint_auth_method=token_endpoint_auth_method,
                scopes=scopes,
                pkce=pkce,
                user_info=user_info,
                logout_upstream=logout_upstream,
                domains=domains,
                enforced=enforced,
                jit_provisioning=jit_provisioning,
                account_linking=account_linking,
                trust_email=trust_email,
                trust_mfa=trust_mfa,
                accept_assertions=accept_assertions,
                attribute_mapping=attribute_mapping,
                groups_claim=groups_claim,
                group_mapping=group_mapping,
                allowed_groups=allowed_groups,
                max_session_seconds=max_session_seconds,
                product=product,
                idempotency_key=idempotency_key,
            ),
            _create_oidc_connection.answer,
        )

    async def get_oidc_connection(
        self,
        id: str,
    ) -> OidcConnection:
        """Get an OpenID Connect connection."""

        return await self._transport.call(
            _get_oidc_connection.request(
                id,
            ),
            _get_oidc_connection.answer,
        )

    async def delete_oidc_connection(
        self,
        id: str,
        *,
        if_match: str | Unset = UNSET,
    ) -> Deleted:
        """Delete an OpenID Connect connection.

        As `deleteConnection`.
        """

        return await self._transport.call(
            _delete_oidc_connection.request(
                id,
                if_match=if_match,
            ),
            _delete_oidc_connection.answer,
        )

    async def update_oidc_connection(
        self,
        id: str,
        *,
        name: str | Unset = UNSET,
        status: ConnectionStatus | str | Unset = UNSET,
        discovery_url: None | str | Unset = UNSET,
        client_id: str | Unset = UNSET,
        client_secret: str | Unset = UNSET,
        token_endpoint_auth_method: str | TokenEndpointAuthMethod | Unset = UNSET,
        scopes: builtins.list[str] | Unset = UNSET,
        pkce: bool | Unset = UNSET,
        user_info: bool | Unset = UNSET,
        logout_upstream: bool | Unset = UNSET,
        domains: builtins.list[str] | Unset = UNSET,
        enforced: bool | Unset = UNSET,
        jit_provisioning: bool | Unset = UNSET,
        account_linking: ConnectionAccountLinking | str | Unset = UNSET,
        trust_email: bool | Unset = UNSET,
        trust_mfa: bool | Unset = UNSET,
        accept_assertions: bool | Unset = UNSET,
        attribute_mapping: ConnectionAttributeMapping | Unset = UNSET,
        groups_claim: str | Unset = UNSET,
        group_mapping: builtins.list[GroupMapping] | Unset = UNSET,
        allowed_groups: builtins.list[str] | None | Unset = UNSET,
        max_session_seconds: int | None | Unset = UNSET,
        product: None | str | Unset = UNSET,
        revoke_sessions: bool | Unset = UNSET,
        if_match: str | Unset = UNSET,
    ) -> OidcConnection:
        """Change an OpenID Connect connection.

        Fields that are left out keep their values; `null` clears. The issuer cannot change. The
        key needs every management scope of the users and groups that the connection can reach,
        because an identity provider decides who its users are.
        """

        return await self._transport.call(
            _update_oidc_connection.request(
                id,
                name=name,
                status=status,
                discovery_url=discovery_url,
                client_id=client_id,
                client_secret=client_secret,
                token_endpoint_auth_method=token_endpoint_auth_method,
                scopes=scopes,
                pkce=pkce,
                user_info=user_info,
                logout_upstream=logout_upstream,
                domains=domains,
                enforced=enforced,
                jit_provisioning=jit_provisioning,
                account_linking=account_linking,
                trust_email=trust_email,
                trust_mfa=trust_mfa,
                accept_assertions=accept_assertions,
                attribute_mapping=attribute_mapping,
                groups_claim=groups_claim,
                group_mapping=group_mapping,
                allowed_groups=allowed_groups,
                max_session_seconds=max_session_seconds,
                product=product,
                revoke_sessions=revoke_sessions,
                if_match=if_match,
            ),
            _update_oidc_connection.answer,
        )

    async def test_oidc_connection(
        self,
        id: str,
    ) -> ConnectionTest:
        """Test an OpenID Connect connection.

        As `testConnection`.
        """

        return await self._transport.call(
            _test_oidc_connection.request(
                id,
            ),
            _test_oidc_connection.answer,
        )

    async def list_saml_connections(
        self,
        *,
        status: ConnectionStatus | str | Unset = UNSET,
        search: str | Unset = UNSET,
        page: int | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> SamlConnectionList:
        """List the SAML connections.

        Newest first.
        """

        return await self._transport.call(
            _list_saml_connections.request(
                status=status,
                search=search,
                page=page,
                limit=limit,
            ),
            _list_saml_connections.answer,
        )

    def list_saml_connections_pages(
        self,
        *,
        status: ConnectionStatus | str | Unset = UNSET,
        search: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[SamlConnectionList]:
        """List the SAML connections: every page, as they are asked for.

        Newest first.
        """

        return _pages.async_by_page(
            lambda page: self.list_saml_connections(
                status=status,
                search=search,
                limit=limit,
                page=page,
            )
        )

    def list_saml_connections_all(
        self,
        *,
        status: ConnectionStatus | str | Unset = UNSET,
        search: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[SamlConnection]:
        """List the SAML connections: every item of every page.

        Newest first.
        """

        return _pages.async_items(
            self.list_saml_connections_pages(
                status=status,
                search=search,
                limit=limit,
            )
        )

    async def create_saml_connection(
        self,
        *,
        name: str,
        is_draft: bool | Unset = UNSET,
        idp_entity_id: str | Unset = UNSET,
        sso_url: str | Unset = UNSET,
        sso_binding: IdpBinding | str | Unset = UNSET,
        slo_url: None | str | Unset = UNSET,
        slo_response_url: None | str | Unset = UNSET,
        slo_binding: IdpBinding | str | Unset = UNSET,
        certificates: builtins.list[str] | Unset = UNSET,
        metadata_xml: str | Unset = UNSET,
        metadata_url: None | str | Unset = UNSET,
        metadata_signing_certificate: None | str | Unset = UNSET,
        sign_requests: bool | Unset = UNSET,
        want_assertions_signed: bool | Unset = UNSET,
        want_encrypted: bool | Unset = UNSET,
        name_id_format: ConnectionNameIdFormat | str | Unset = UNSET,
        subject_attribute: None | str | Unset = UNSET,
        allow_idp_initiated: bool | Unset = UNSET,
        clock_skew_seconds: int | Unset = UNSET,
        logout_upstream: bool | Unset = UNSET,
        domains: builtins.list[str] | Unset = UNSET,
        enforced: bool | Unset = UNSET,
        jit_provisioning: bool | Unset = UNSET,
        account_linking: ConnectionAccountLinking | str | Unset = UNSET,
        trust_email: bool | Unset = UNSET,
        trust_mfa: bool | Unset = UNSET,
        attribute_mapping: ConnectionAttributeMapping | Unset = UNSET,
        groups_claim: str | Unset = UNSET,
        group_mapping: builtins.list[GroupMapping] | Unset = UNSET,
        allowed_groups: builtins.list[str] | None | Unset = UNSET,
        max_session_seconds: int | None | Unset = UNSET,
        product: None | str | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> SamlConnection:
        """Connect a SAML identity provider.

        Send the metadata of the identity provider as `metadataXml`, or its address as
        `metadataUrl`, or `idpEntityId` with `ssoUrl` and `certificates`. If the metadata
        describes several identity providers, add the `idpEntityId` of one. The response shows
        what was read. Metadata with a DOCTYPE or above 512 KB is refused. If the metadata cannot
        be read from its address, the response is 502 `FEDERATION_CONN_FAILED`. Register
        `spMetadataUrl` of the response, or `spEntityId` and `acsUrl`, at the identity provider.
        Then add a DNS record for each domain, and verify it. If the identity provider asks for
        these values before it shows its metadata, create a draft with `isDraft: true`, and
        complete it with `updateSamlConnection`. The key needs the management scopes of the groups
        in `groupMapping`.
        """

        return await self._transport.call(
            _create_saml_connection.request(
                name=name,
                is_draft=is_draft,
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
                idempotency_key=idempotency_key,
            ),
            _create_saml_connection.answer,
        )

    async def get_saml_connection(
        self,
        id: str,
    ) -> SamlConnection:
        """Get a SAML connection."""

        return await self._transport.call(
            _get_saml_connection.request(
                id,
            ),
            _get_saml_connection.answer,
        )

    async def delete_saml_connection(
        self,
        id: str,
        *,
        if_match: str | Unset = UNSET,
    ) -> Deleted:
        """Delete a SAML connection.

        As `deleteConnection`.
        """

        return await self._transport.call(
            _delete_saml_connection.request(
                id,
                if_match=if_match,
            ),
            _delete_saml_connection.answer,
        )

    async def update_saml_connection(
        self,
        id: str,
        *,
        name: str | Unset = UNSET,
        status: ConnectionStatus | str | Unset = UNSET,
        idp_entity_id: str | Unset = UNSET,
        sso_url: str | Unset = UNSET,
        sso_binding: IdpBinding | str | Unset = UNSET,
        slo_url: None | str | Unset = UNSET,
        slo_response_url: None | str | Unset = UNSET,
        slo_binding: IdpBinding | str | Unset = UNSET,
        certificates: builtins.list[str] | Unset = UNSET,
        metadata_xml: str | Unset = UNSET,
        metadata_url: None | str | Unset = UNSET,
        metadata_signing_certificate: None | str | Unset = UNSET,
        sign_requests: bool | Unset = UNSET,
        want_assertions_signed: bool | Unset = UNSET,
        want_encrypted: bool | Unset = UNSET,
        name_id_format: ConnectionNameIdFormat | str | Unset = UNSET,
        subject_attribute: None | str | Unset = UNSET,
        allow_idp_initiated: bool | Unset = UNSET,
        clock_skew_seconds: int | Unset = UNSET,
        logout_upstream: bool | Unset = UNSET,
        domains: builtins.list[str] | Unset = UNSET,
        enforced: bool | Unset = UNSET,
        jit_provisioning: bool | Unset = UNSET,
        account_linking: ConnectionAccountLinking | str | Unset = UNSET,
        trust_email: bool | Unset = UNSET,
        trust_mfa: bool | Unset = UNSET,
        attribute_mapping: ConnectionAttributeMapping | Unset = UNSET,
        groups_claim: str | Unset = UNSET,
        group_mapping: builtins.list[GroupMapping] | Unset = UNSET,
        allowed_groups: builtins.list[str] | None | Unset = UNSET,
        max_session_seconds: int | None | Unset = UNSET,
        product: None | str | Unset = UNSET,
        revoke_sessions: bool | Unset = UNSET,
        if_match: str | Unset = UNSET,
    ) -> SamlConnection:
        """Change a SAML connection.

        Fields that are left out keep their values; `null` clears. `idpEntityId` cannot change,
        and is for drafts: with the metadata, or with `idpEntityId`, `ssoUrl` and `certificates`,
        a draft is complete. It stays `DISABLED` unless you send `status: ACTIVE`. While
        `metadataUrl` is set, the metadata governs the endpoints and the certificates. Set
        `metadataUrl` to null first, or send `metadataXml`. New metadata replaces these fields at
        once, and must have the same entity ID. The key needs every management scope of the users
        and groups that the connection can reach, because an identity provider decides who its
        users are.
        """

        return await self._transport.call(
            _update_saml_connection.request(
                id,
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
                if_match=if_match,
            ),
            _update_saml_connection.answer,
        )

    async def test_saml_connection(
        self,
        id: str,
    ) -> ConnectionTest:
        """Test a SAML connection.

        As `testConnection`. It reads the metadata, and changes nothing.
        """

        return await self._transport.call(
            _test_saml_connection.request(
                id,
            ),
            _test_saml_connection.answer,
        )

    async def refresh_saml_connection_metadata(
        self,
        id: str,
        *,
        if_match: str | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> SamlConnection:
        """Read the metadata of a SAML connection again.

        Reads `metadataUrl` now; the service also reads it once a day, and when a response is
        signed by an unknown key. The response shows the outcome: `metadataRefreshedAt`, or
        `metadataError` if the metadata could not be used. New certificates apply at once if a
        known certificate remains, or if the key of `metadataSigningCertificate` signed the
        metadata. Endpoints of new hosts, and certificates that replace all known ones, wait as
        `pendingChange`. Without `metadataUrl`, the response is 409 `CONNECTION_STATE_CONFLICT`.
        """

        return await self._transport.call(
            _refresh_saml_connection_metadata.request(
                id,
                if_match=if_match,
                idempotency_key=idempotency_key,
            ),
            _refresh_saml_connection_metadata.answer,
        )

    async def approve_saml_connection_change(
        self,
        id: str,
        *,
        change_id: str,
        if_match: str | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> SamlConnection:
        """Approve the pending change of a SAML connection.

        Applies the change that `changeId` names. If the metadata has changed since, another
        change is pending, and the response is 409 `CONNECTION_STATE_CONFLICT`. Read the
        connection again, and compare the change with the administrator of the identity provider
        first. The key needs every management scope of the users and groups that the connection
        can reach.
        """

        return await self._transport.call(
            _approve_saml_connection_change.request(
                id,
                change_id=change_id,
                if_match=if_match,
                idempotency_key=idempotency_key,
            ),
            _approve_saml_connection_change.answer,
        )

    async def reject_saml_connection_change(
        self,
        id: str,
        *,
        change_id: str,
        if_match: str | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> SamlConnection:
        """Reject the pending change of a SAML connection.

        Drops the change that `changeId` names. The same metadata asks no second time. Other
        metadata does. The key needs the same scopes as for an approval.
        """

        return await self._transport.call(
            _reject_saml_connection_change.request(
                id,
                change_id=change_id,
                if_match=if_match,
                idempotency_key=idempotency_key,
            ),
            _reject_saml_connection_change.answer,
        )

    async def list_setup_links(
        self,
        *,
        status: SetupLinkStatus | str | Unset = UNSET,
        page: int | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> SetupLinkList:
        """List the setup links.

        Newest first, those that are finished, expired or revoked among them. They are kept for 90
        days after they expire.
        """

        return await self._transport.call(
            _list_setup_links.request(
                status=status,
                page=page,
                limit=limit,
            ),
            _list_setup_links.answer,
        )

    def list_setup_links_pages(
        self,
        *,
        status: SetupLinkStatus | str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[SetupLinkList]:
        """List the setup links: every page, as they are asked for.

        Newest first, those that are finished, expired or revoked among them. They are kept for 90
        days after they expire.
        """

        return _pages.async_by_page(
            lambda page: self.list_setup_links(
                status=status,
                limit=limit,
                page=page,
            )
        )

    def list_setup_links_all(
        self,
        *,
        status: SetupLinkStatus | str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[SetupLinkCore]:
        """List the setup links: every item of every page.

        Newest first, those that are finished, expired or revoked among them. They are kept for 90
        days after they expire.
        """

        return _pages.async_items(
            self.list_setup_links_pages(
                status=status,
                limit=limit,
            )
        )

    async def create_setup_link(
        self,
        *,
        domains: builtins.list[str],
        name: str | Unset = UNSET,
        type_: ConnectionType | None | str | Unset = UNSET,
        expires_in_seconds: int | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
        x_wrap_ttl: int | Unset = UNSET,
    ) -> SetupLinkWithUrl:
        """Create a setup link for the administrator of a customer.

        The link opens a hosted page, once and in one browser. There, the holder connects an
        identity provider, proves the domains of the link by DNS records, and tests the
        connection. The connection is `DISABLED` until you activate it with `updateConnection`.
        Settings that give rights stay with you. The key needs every management scope of the users
        and groups that connections with these domains can reach.
        """

        return await self._transport.call(
            _create_setup_link.request(
                domains=domains,
                name=name,
                type_=type_,
                expires_in_seconds=expires_in_seconds,
                idempotency_key=idempotency_key,
                x_wrap_ttl=x_wrap_ttl,
            ),
            _create_setup_link.answer,
        )

    async def get_setup_link(
        self,
        id: str,
    ) -> SetupLinkCore:
        """Get a setup link."""

        return await self._transport.call(
            _get_setup_link.request(
                id,
            ),
            _get_setup_link.answer,
        )

    async def revoke_setup_link(
        self,
        id: str,
    ) -> Deleted:
        """Revoke a setup link.

        The link and the session of its holder end at once. A connection that the holder has set
        up stays, without the domains that were proved by the link. The setup link stays in the
        list as `REVOKED`.
        """

        return await self._transport.call(
            _revoke_setup_link.request(
                id,
            ),
            _revoke_setup_link.answer,
        )

    async def get_connection(
        self,
        id: str,
    ) -> Connection:
        """Get a connection.

        Its fields that all types have. The path of its type shows the others.
        """

        return await self._transport.call(
            _get_connection.request(
                id,
            ),
            _get_connection.answer,
        )

    async def delete_connection(
        self,
        id: str,
        *,
        if_match: str | Unset = UNSET,
    ) -> Deleted:
        """Delete a connection.

        Users stay, without their links to accounts of the identity provider. Sessions that came
        by it stay, too. Its domains are free for other connections. The key needs every
        management scope of the users that the connection signs in.
        """

        return await self._transport.call(
            _delete_connection.request(
                id,
                if_match=if_match,
            ),
            _delete_connection.answer,
        )

    async def update_connection(
        self,
        id: str,
        *,
        status: ConnectionStatus | str,
        revoke_sessions: bool | Unset = UNSET,
        if_match: str | Unset = UNSET,
    ) -> Connection:
        """Enable or disable a connection.

        A disabled connection signs no user in, also not in a sign-in that has begun. Sessions
        that came by it stay, unless `revokeSessions` is true. The key needs every management
        scope of the users that the connection signs in.
        """

        return await self._transport.call(
            _update_connection.request(
                id,
                status=status,
                revoke_sessions=revoke_sessions,
                if_match=if_match,
            ),
            _update_connection.answer,
        )

    async def test_connection(
        self,
        id: str,
    ) -> ConnectionTest:
        """Test a connection.

        Reads what the identity provider publishes, and names each check. If the identity provider
        cannot be reached, the response is 502 `FEDERATION_CONN_FAILED`. A draft has no identity
        provider yet: the response is 409 `CONNECTION_STATE_CONFLICT`.
        """

        return await self._transport.call(
            _test_connection.request(
                id,
            ),
            _test_connection.answer,
        )

    async def preview_connection_mapping(
        self,
        id: str,
        *,
        claims: ConnectionPreviewRequestClaims | Unset = UNSET,
        assertion: GivenAssertion | Unset = UNSET,
    ) -> ConnectionPreview:
        """Show what a connection makes of an account.

        Applies the rules of a sign-in to claims, or to the identifier and the attributes of a
        SAML assertion, and changes nothing. The response shows the user that the account leads
        to, or why it would be refused, the fields and the groups. It works in every status of the
        connection. It verifies no signature, because what is shown is yours. The key needs
        `directory.read` as well, and `groups.read` if the connection has `groupMapping` or
        `allowedGroups`.
        """

        return await self._transport.call(
            _preview_connection_mapping.request(
                id,
                claims=claims,
                assertion=assertion,
            ),
            _preview_connection_mapping.answer,
        )

    async def create_test_sign_in(
        self,
        id: str,
    ) -> TestSignInLink:
        """Create a link for a test sign-in.

        The link works once, for 15 minutes, in every status of the connection. A draft has no
        identity provider to test: the response is 409 `CONNECTION_STATE_CONFLICT`. Its page leads
        to the identity provider, and then shows the claims that were received, what the mapping
        makes of them, and the user they lead to, or the error and its step. A test creates and
        changes nothing, and begins no session. The result is also a trace with `test: true`.
        Deleting the connection revokes the link.
        """

        return await self._transport.call(
            _create_test_sign_in.request(
                id,
            ),
            _create_test_sign_in.answer,
        )

    async def list_connection_traces(
        self,
        id: str,
        *,
        outcome: ConnectionTraceOutcome | str | Unset = UNSET,
        reference: str | Unset = UNSET,
        page: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> ConnectionTraceList:
        """List the last sign-ins of a connection.

        Newest first, for 7 days: at most 1,000 for which the identity provider vouched, and at
        most 100 others. An entry names the step that failed, and the claims that were received.
        Values of claims are shown only to keys that have `directory.read`, too. Tokens, codes,
        state and nonce are never stored. The entries of a user are erased with the user.
        """

        return await self._transport.call(
            _list_connection_traces.request(
                id,
                outcome=outcome,
                reference=reference,
                page=page,
                cursor=cursor,
                limit=limit,
            ),
            _list_connection_traces.answer,
        )

    def list_connection_traces_pages(
        self,
        id: str,
        *,
        outcome: ConnectionTraceOutcome | str | Unset = UNSET,
        reference: str | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[ConnectionTraceList]:
        """List the last sign-ins of a connection: every page, as they are asked for.

        Newest first, for 7 days: at most 1,000 for which the identity provider vouched, and at
        most 100 others. An entry names the step that failed, and the claims that were received.
        Values of claims are shown only to keys that have `directory.read`, too. Tokens, codes,
        state and nonce are never stored. The entries of a user are erased with the user.
        """

        return _pages.async_by_page(
            lambda page: self.list_connection_traces(
                id,
                outcome=outcome,
                reference=reference,
                cursor=cursor,
                limit=limit,
                page=page,
            )
        )

    def list_connection_traces_all(
        self,
        id: str,
        *,
        outcome: ConnectionTraceOutcome | str | Unset = UNSET,
        reference: str | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[ConnectionTrace]:
        """List the last sign-ins of a connection: every item of every page.

        Newest first, for 7 days: at most 1,000 for which the identity provider vouched, and at
        most 100 others. An entry names the step that failed, and the claims that were received.
        Values of claims are shown only to keys that have `directory.read`, too. Tokens, codes,
        state and nonce are never stored. The entries of a user are erased with the user.
        """

        return _pages.async_items(
            self.list_connection_traces_pages(
                id,
                outcome=outcome,
                reference=reference,
                cursor=cursor,
                limit=limit,
            )
        )
