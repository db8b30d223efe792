import builtins
from collections.abc import AsyncIterator, Iterator

from keyward_client import _pages
from keyward_client._transport import AsyncTransport, Transport

from ...models.assertion_audience import AssertionAudience
from ...models.deleted import Deleted
from ...models.oidc_access_token_algorithm import OidcAccessTokenAlgorithm
from ...models.oidc_access_token_format import OidcAccessTokenFormat
from ...models.oidc_application_type import OidcApplicationType
from ...models.oidc_auth_method import OidcAuthMethod
from ...models.oidc_client_core import OidcClientCore
from ...models.oidc_client_list import OidcClientList
from ...models.oidc_client_metadata import OidcClientMetadata
from ...models.oidc_client_secret import OidcClientSecret
from ...models.oidc_client_status import OidcClientStatus
from ...models.oidc_client_with_secret import OidcClientWithSecret
from ...models.oidc_document_mode import OidcDocumentMode
from ...models.oidc_grant_type import OidcGrantType
from ...models.oidc_jwks_type_0 import OidcJwksType0
from ...models.oidc_profile import OidcProfile
from ...models.oidc_response_type import OidcResponseType
from ...models.oidc_signing_algorithm import OidcSigningAlgorithm
from ...models.oidc_subject_type import OidcSubjectType
from ...types import UNSET, Unset
from . import create_oidc_client as _create_oidc_client
from . import delete_oidc_client as _delete_oidc_client
from . import get_oidc_client as _get_oidc_client
from . import get_oidc_client_metadata as _get_oidc_client_metadata
from . import list_oidc_clients as _list_oidc_clients
from . import rotate_oidc_client_secret as _rotate_oidc_client_secret
from . import update_oidc_client as _update_oidc_client
from . import update_oidc_client_metadata as _update_oidc_client_metadata


class OidcClientsFamily:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        status: OidcClientStatus | str | Unset = UNSET,
        application_type: OidcApplicationType | str | Unset = UNSET,
        search: str | Unset = UNSET,
        page: int | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> OidcClientList:
        """List OIDC clients.

        Newest first.
        """

        return self._transport.call(
            _list_oidc_clients.request(
                status=status,
                application_type=application_type,
                search=search,
                page=page,
                limit=limit,
            ),
            _list_oidc_clients.answer,
        )

    def list_pages(
        self,
        *,
        status: OidcClientStatus | str | Unset = UNSET,
        application_type: OidcApplicationType | str | Unset = UNSET,
        search: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> Iterator[OidcClientList]:
        """List OIDC clients: every page, as they are asked for.

        Newest first.
        """

        return _pages.by_page(
            lambda page: self.list(
                status=status,
                application_type=application_type,
                search=search,
                limit=limit,
                page=page,
            )
        )

    def list_all(
        self,
        *,
        status: OidcClientStatus | str | Unset = UNSET,
        application_type: OidcApplicationType | str | Unset = UNSET,
        search: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> Iterator[OidcClientCore]:
        """List OIDC clients: every item of every page.

        Newest first.
        """

        return _pages.items(
            self.list_pages(
                status=status,
                application_type=application_type,
                search=search,
                limit=limit,
            )
        )

    def create(
        self,
        *,
        name: str | Unset = UNSET,
        description: None | str | Unset = UNSET,
        logo_uri: None | str | Unset = UNSET,
        client_uri: None | str | Unset = UNSET,
        initiate_login_uri: None | str | Unset = UNSET,
        application_type: OidcApplicationType | str | Unset = UNSET,
        redirect_uris: builtins.list[str] | Unset = UNSET,
        post_logout_redirect_uris: builtins.list[str] | Unset = UNSET,
        grant_types: builtins.list[OidcGrantType | str] | Unset = UNSET,
        response_types: builtins.list[OidcResponseType | str] | Unset = UNSET,
        scopes: builtins.list[str] | Unset = UNSET,
        token_endpoint_auth_method: OidcAuthMethod | str | Unset = UNSET,
        id_token_signed_response_alg: OidcSigningAlgorithm | str | Unset = UNSET,
        jwks: None | OidcJwksType0 | Unset = UNSET,
        jwks_uri: None | str | Unset = UNSET,
        require_pkce: bool | Unset = UNSET,
        access_token_format: OidcAccessTokenFormat | str | Unset = UNSET,
        access_token_signing_alg: OidcAccessTokenAlgorithm | str | Unset = UNSET,
        access_token_ttl: int | Unset = UNSET,
        id_token_ttl: int | Unset = UNSET,
        id_token_claims: bool | Unset = UNSET,
        refresh_token_ttl: int | Unset = UNSET,
        refresh_token_rotation: bool | Unset = UNSET,
        refresh_reuse_window: int | Unset = UNSET,
        consent_required: bool | Unset = UNSET,
        allowed_origins: builtins.list[str] | Unset = UNSET,
        backchannel_logout_uri: None | str | Unset = UNSET,
        subject_type: OidcSubjectType | str | Unset = UNSET,
        dpop_bound_access_tokens: bool | Unset = UNSET,
        resources: builtins.list[str] | Unset = UNSET,
        served_resources: builtins.list[str] | Unset = UNSET,
        assertion_audiences: builtins.list[AssertionAudience] | Unset = UNSET,
        allowed_groups: builtins.list[str] | None | Unset = UNSET,
        require_pushed_authorization_requests: bool | Unset = UNSET,
        require_signed_request_object: bool | Unset = UNSET,
        require_issuer_audience: bool | Unset = UNSET,
        profile: None | OidcProfile | str | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
        x_wrap_ttl: int | Unset = UNSET,
    ) -> OidcClientWithSecret:
        """Register an OIDC client.

        A client is an application that signs users in, or that gets tokens for itself. Fields
        that are left out get the defaults of the `applicationType` (docs/oidc-clients.md). Only a
        client that authenticates with a secret gets one: `clientSecret` is null for `spa`,
        `native`, `private_key_jwt` and `none`. If a redirect URI is not allowed, the response is
        400 `INVALID_REDIRECT_URI`. If this type of application may not use a grant, the response
        is 400 `INVALID_GRANT_TYPE`.
        """

        return self._transport.call(
            _create_oidc_client.request(
                name=name,
                description=description,
                logo_uri=logo_uri,
                client_uri=client_uri,
                initiate_login_uri=initiate_login_uri,
                application_type=application_type,
                redirect_uris=redirect_uris,
                post_logout_redirect_uris=post_logout_redirect_uris,
                grant_types=grant_types,
                response_types=response_types,
                scopes=scopes,
                token_endpoint_auth_method=token_endpoint_auth_method,
                id_token_signed_response_alg=id_token_signed_response_alg,
                jwks=jwks,
                jwks_uri=jwks_uri,
                require_pkce=require_pkce,
                access_token_format=access_token_format,
                access_token_signing_alg=access_token_signing_alg,
                access_token_ttl=access_token_ttl,
                id_token_ttl=id_token_ttl,
                id_token_claims=id_token_claims,
                refresh_token_ttl=refresh_token_ttl,
                refresh_token_rotation=refresh_token_rotation,
                refresh_reuse_window=refresh_reuse_window,
                consent_required=consent_required,
                allowed_origins=allowed_origins,
                backchannel_logout_uri=backchannel_logout_uri,
                subject_type=subject_type,
                dpop_bound_access_tokens=dpop_bound_access_tokens,
                resources=resources,
                served_resources=served_resources,
                assertion_audiences=assertion_audiences,
                allowed_groups=allowed_groups,
                require_pushed_authorization_requests=require_pushed_authorization_requests,
                require_signed_request_object=require_signed_request_object,
                require_issuer_audience=require_issuer_audience,
                profile=profile,
                idempotency_key=idempotency_key,
                x_wrap_ttl=x_wrap_ttl,
            ),
            _create_oidc_client.answer,
        )

    def get(
        self,
        client_id: str,
    ) -> OidcClientCore:
        """Get an OIDC client."""

        return self._transport.call(
            _get_oidc_client.request(
                client_id,
            ),
            _get_oidc_client.answer,
        )

    def delete(
        self,
        client_id: str,
        *,
        if_match: str | Unset = UNSET,
    ) -> Deleted:
        """Delete an OIDC client.

        Its tokens are good for nothing any more.
        """

        return self._transport.call(
            _delete_oidc_client.request(
                client_id,
                if_match=if_match,
            ),
            _delete_oidc_client.answer,
        )

    def update(
        self,
        client_id: str,
        *,
        name: str | Unset = UNSET,
        description: None | str | Unset = UNSET,
        logo_uri: None | str | Unset = UNSET,
        client_uri: None | str | Unset = UNSET,
        initiate_login_uri: None | str | Unset = UNSET,
        status: OidcClientStatus | str | Unset = UNSET,
        redirect_uris: builtins.list[str] | Unset = UNSET,
        post_logout_redirect_uris: builtins.list[str] | Unset = UNSET,
        grant_types: builtins.list[OidcGrantType | str] | Unset = UNSET,
        response_types: builtins.list[OidcResponseType | str] | Unset = UNSET,
        scopes: builtins.list[str] | Unset = UNSET,
        token_endpoint_auth_method: OidcAuthMethod | str | Unset = UNSET,
        id_token_signed_response_alg: OidcSigningAlgorithm | str | Unset = UNSET,
        jwks: None | OidcJwksType0 | Unset = UNSET,
        jwks_uri: None | str | Unset = UNSET,
        require_pkce: bool | Unset = UNSET,
        access_token_format: OidcAccessTokenFormat | str | Unset = UNSET,
        access_token_signing_alg: OidcAccessTokenAlgorithm | str | Unset = UNSET,
        access_token_ttl: int | Unset = UNSET,
        id_token_ttl: int | Unset = UNSET,
        id_token_claims: bool | Unset = UNSET,
        refresh_token_ttl: int | Unset = UNSET,
        refresh_token_rotation: bool | Unset = UNSET,
        refresh_reuse_window: int | Unset = UNSET,
        consent_required: bool | Unset = UNSET,
        allowed_origins: builtins.list[str] | Unset = UNSET,
        backchannel_logout_uri: None | str | Unset = UNSET,
        subject_type: OidcSubjectType | str | Unset = UNSET,
        dpop_bound_access_tokens: bool | Unset = UNSET,
        resources: builtins.list[str] | Unset = UNSET,
        served_resources: builtins.list[str] | Unset = UNSET,
        assertion_audiences: builtins.list[AssertionAudience] | Unset = UNSET,
        allowed_groups: builtins.list[str] | None | Unset = UNSET,
        require_pushed_authorization_requests: bool | Unset = UNSET,
        require_signed_request_object: bool | Unset = UNSET,
        require_issuer_audience: bool | Unset = UNSET,
        profile: None | OidcProfile | str | Unset = UNSET,
        if_match: str | Unset = UNSET,
    ) -> OidcClientCore:
        """Change an OIDC client.

        Fields that are left out keep their values; `null` clears. `applicationType` cannot
        change. Every request that starts after the change follows it. A client that becomes
        public, or authenticates with a key, loses its secret. If the client needs a secret again,
        use `rotate-secret`.
        """

        return self._transport.call(
            _update_oidc_client.request(
                client_id,
                name=name,
                description=description,
                logo_uri=logo_uri,
                client_uri=client_uri,
                initiate_login_uri=initiate_login_uri,
                status=status,
                redirect_uris=redirect_uris,
                post_logout_redirect_uris=post_logout_redirect_uris,
                grant_types=grant_types,
                response_types=response_types,
                scopes=scopes,
                token_endpoint_auth_method=token_endpoint_auth_method,
                id_token_signed_response_alg=id_token_signed_response_alg,
                jwks=jwks,
                jwks_uri=jwks_uri,
                require_pkce=require_pkce,
                access_token_format=access_token_format,
                access_token_signing_alg=access_token_signing_alg,
                access_token_ttl=access_token_ttl,
                id_token_ttl=id_token_ttl,
                id_token_claims=id_token_claims,
                refresh_token_ttl=refresh_token_ttl,
                refresh_token_rotation=refresh_token_rotation,
                refresh_reuse_window=refresh_reuse_window,
                consent_required=consent_required,
                allowed_origins=allowed_origins,
                backchannel_logout_uri=backchannel_logout_uri,
                subject_type=subject_type,
                dpop_bound_access_tokens=dpop_bound_access_tokens,
                resources=resources,
                served_resources=served_resources,
                assertion_audiences=assertion_audiences,
                allowed_groups=allowed_groups,
                require_pushed_authorization_requests=require_pushed_authorization_requests,
                require_signed_request_object=require_signed_request_object,
                require_issuer_audience=require_issuer_audience,
                profile=profile,
                if_match=if_match,
            ),
            _update_oidc_client.answer,
        )

    def rotate_secret(
        self,
        client_id: str,
        *,
        grace_period: int | Unset = UNSET,
        if_match: str | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
        x_wrap_ttl: int | Unset = UNSET,
    ) -> OidcClientSecret:
        """Rotate the secret of an OIDC client.

        The answer is the only one that shows the new secret. The old one is good for
        `gracePeriod` more seconds, and ends at once without. A client without a secret answers
        409 `OIDC_CLIENT_STATE_CONFLICT`.
        """

        return self._transport.call(
            _rotate_oidc_client_secret.request(
                client_id,
                grace_period=grace_period,
                if_match=if_match,
                idempotency_key=idempotency_key,
                x_wrap_ttl=x_wrap_ttl,
            ),
            _rotate_oidc_client_secret.answer,
        )

    def get_metadata(
        self,
    ) -> OidcClientMetadata:
        """Get which client ID metadata documents are read.

        A client with such a document needs no registration: its `client_id` is the https URL of
        the document. By default none is read.
        """

        return self._transport.call(
            _get_oidc_client_metadata.request(),
            _get_oidc_client_metadata.answer,
        )

    def update_metadata(
        self,
        *,
        mode: OidcDocumentMode | str | Unset = UNSET,
        allowed_hosts: builtins.list[str] | Unset = UNSET,
        loopback_redirects: bool | Unset = UNSET,
        if_match: str | Unset = UNSET,
    ) -> OidcClientMetadata:
        """Change which client ID metadata documents are read.

        Follows at once. A client whose host is not allowed any more can neither sign users in nor
        refresh tokens. If the host is allowed again within the lifetime of its tokens, the tokens
        are valid again; delete the consents to end them. Users always read who the client is
        before they allow it.
        """

        return self._transport.call(
            _update_oidc_client_metadata.request(
                mode=mode,
                allowed_hosts=allowed_hosts,
                loopback_redirects=loopback_redirects,
                if_match=if_match,
            ),
            _update_oidc_client_metadata.answer,
        )


class AsyncOidcClientsFamily:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        *,
        status: OidcClientStatus | str | Unset = UNSET,
        application_type: OidcApplicationType | str | Unset = UNSET,
        search: str | Unset = UNSET,
        page: int | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> OidcClientList:
        """List OIDC clients.

        Newest first.
        """

        return await self._transport.call(
            _list_oidc_clients.request(
                status=status,
                application_type=application_type,
                search=search,
                page=page,
                limit=limit,
            ),
            _list_oidc_clients.answer,
        )

    def list_pages(
        self,
        *,
        status: OidcClientStatus | str | Unset = UNSET,
        application_type: OidcApplicationType | str | Unset = UNSET,
        search: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[OidcClientList]:
        """List OIDC clients: every page, as they are asked for.

        Newest first.
        """

        return _pages.async_by_page(
            lambda page: self.list(
                status=status,
                application_type=application_type,
                search=search,
                limit=limit,
                page=page,
            )
        )

    def list_all(
        self,
        *,
        status: OidcClientStatus | str | Unset = UNSET,
        application_type: OidcApplicationType | str | Unset = UNSET,
        search: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[OidcClientCore]:
        """List OIDC clients: every item of every page.

        Newest first.
        """

        return _pages.async_items(
            self.list_pages(
                status=status,
                application_type=application_type,
                search=search,
                limit=limit,
            )
        )

    async def create(
        self,
        *,
        name: str | Unset = UNSET,
        description: None | str | Unset = UNSET,
        logo_uri: None | str | Unset = UNSET,
        client_uri: None | str | Unset = UNSET,
        initiate_login_uri: None | str | Unset = UNSET,
        application_type: OidcApplicationType | str | Unset = UNSET,
        redirect_uris: builtins.list[str] | Unset = UNSET,
        post_logout_redirect_uris: builtins.list[str] | Unset = UNSET,
        grant_types: builtins.list[OidcGrantType | str] | Unset = UNSET,
        response_types: builtins.list[OidcResponseType | str] | Unset = UNSET,
        scopes: builtins.list[str] | Unset = UNSET,
        token_endpoint_auth_method: OidcAuthMethod | str | Unset = UNSET,
        id_token_signed_response_alg: OidcSigningAlgorithm | str | Unset = UNSET,
        jwks: None | OidcJwksType0 | Unset = UNSET,
        jwks_uri: None | str | Unset = UNSET,
        require_pkce: bool | Unset = UNSET,
        access_token_format: OidcAccessTokenFormat | str | Unset = UNSET,
        access_token_signing_alg: OidcAccessTokenAlgorithm | str | Unset = UNSET,
        access_token_ttl: int | Unset = UNSET,
        id_token_ttl: int | Unset = UNSET,
        id_token_claims: bool | Unset = UNSET,
        refresh_token_ttl: int | Unset = UNSET,
        refresh_token_rotation: bool | Unset = UNSET,
        refresh_reuse_window: int | Unset = UNSET,
        consent_required: bool | Unset = UNSET,
        allowed_origins: builtins.list[str] | Unset = UNSET,
        backchannel_logout_uri: None | str | Unset = UNSET,
        subject_type: OidcSubjectType | str | Unset = UNSET,
        dpop_bound_access_tokens: bool | Unset = UNSET,
        resources: builtins.list[str] | Unset = UNSET,
        served_resources: builtins.list[str] | Unset = UNSET,
        assertion_audiences: builtins.list[AssertionAudience] | Unset = UNSET,
        allowed_groups: builtins.list[str] | None | Unset = UNSET,
        require_pushed_authorization_requests: bool | Unset = UNSET,
        require_signed_request_object: bool | Unset = UNSET,
        require_issuer_audience: bool | Unset = UNSET,
        profile: None | OidcProfile | str | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
        x_wrap_ttl: int | Unset = UNSET,
    ) -> OidcClientWithSecret:
        """Register an OIDC client.

        A client is an application that signs users in, or that gets tokens for itself. Fields
        that are left out get the defaults of the `applicationType` (docs/oidc-clients.md). Only a
        client that authenticates with a secret gets one: `clientSecret` is null for `spa`,
        `native`, `private_key_jwt` and `none`. If a redirect URI is not allowed, the response is
        400 `INVALID_REDIRECT_URI`. If this type of application may not use a grant, the response
        is 400 `INVALID_GRANT_TYPE`.
        """

        return await self._transport.call(
            _create_oidc_client.request(
                name=name,
                description=description,
                logo_uri=logo_uri,
                client_uri=client_uri,
                initiate_login_uri=initiate_login_uri,
                application_type=application_type,
                redirect_uris=redirect_uris,
                post_logout_redirect_uris=post_logout_redirect_uris,
                grant_types=grant_types,
                response_types=response_types,
                scopes=scopes,
                token_endpoint_auth_method=token_endpoint_auth_method,
                id_token_signed_response_alg=id_token_signed_response_alg,
                jwks=jwks,
                jwks_uri=jwks_uri,
                require_pkce=require_pkce,
                access_token_format=access_token_format,
                access_token_signing_alg=access_token_signing_alg,
                access_token_ttl=access_token_ttl,
                id_token_ttl=id_token_ttl,
                id_token_claims=id_token_claims,
                refresh_token_ttl=refresh_token_ttl,
                refresh_token_rotation=refresh_token_rotation,
                refresh_reuse_window=refresh_reuse_window,
                consent_required=consent_required,
                allowed_origins=allowed_origins,
                backchannel_logout_uri=backchannel_logout_uri,
                subject_type=subject_type,
                dpop_bound_access_tokens=dpop_bound_access_tokens,
                resources=resources,
                served_resources=served_resources,
                assertion_audiences=assertion_audiences,
                allowed_groups=allowed_groups,
                require_pushed_authorization_requests=require_pushed_authorization_requests,
                require_signed_request_object=require_signed_request_object,
                require_issuer_audience=require_issuer_audience,
                profile=profile,
                idempotency_key=idempotency_key,
                x_wrap_ttl=x_wrap_ttl,
            ),
            _create_oidc_client.answer,
        )

    async def get(
        self,
        client_id: str,
    ) -> OidcClientCore:
        """Get an OIDC client."""

        return await self._transport.call(
            _get_oidc_client.request(
                client_id,
            ),
            _get_oidc_client.answer,
        )

    async def delete(
        self,
        client_id: str,
        *,
        if_match: str | Unset = UNSET,
    ) -> Deleted:
        """Delete an OIDC client.

        Its tokens are good for nothing any more.
        """

        return await self._transport.call(
            _delete_oidc_client.request(
                client_id,
                if_match=if_match,
            ),
            _delete_oidc_client.answer,
        )

    async def update(
        self,
        client_id: str,
        *,
        name: str | Unset = UNSET,
        description: None | str | Unset = UNSET,
        logo_uri: None | str | Unset = UNSET,
        client_uri: None | str | Unset = UNSET,
        initiate_login_uri: None | str | Unset = UNSET,
        status: OidcClientStatus | str | Unset = UNSET,
        redirect_uris: builtins.list[str] | Unset = UNSET,
        post_logout_redirect_uris: builtins.list[str] | Unset = UNSET,
        grant_types: builtins.list[OidcGrantType | str] | Unset = UNSET,
        response_types: builtins.list[OidcResponseType | str] | Unset = UNSET,
        scopes: builtins.list[str] | Unset = UNSET,
        token_endpoint_auth_method: OidcAuthMethod | str | Unset = UNSET,
        id_token_signed_response_alg: OidcSigningAlgorithm | str | Unset = UNSET,
        jwks: None | OidcJwksType0 | Unset = UNSET,
        jwks_uri: None | str | Unset = UNSET,
        require_pkce: bool | Unset = UNSET,
        access_token_format: OidcAccessTokenFormat | str | Unset = UNSET,
        access_token_signing_alg: OidcAccessTokenAlgorithm | str | Unset = UNSET,
        access_token_ttl: int | Unset = UNSET,
        id_token_ttl: int | Unset = UNSET,
        id_token_claims: bool | Unset = UNSET,
        refresh_token_ttl: int | Unset = UNSET,
        refresh_token_rotation: bool | Unset = UNSET,
        refresh_reuse_window: int | Unset = UNSET,
        consent_required: bool | Unset = UNSET,
        allowed_origins: builtins.list[str] | Unset = UNSET,
        backchannel_logout_uri: None | str | Unset = UNSET,
        subject_type: OidcSubjectType | str | Unset = UNSET,
        dpop_bound_access_tokens: bool | Unset = UNSET,
        resources: builtins.list[str] | Unset = UNSET,
        served_resources: builtins.list[str] | Unset = UNSET,
        assertion_audiences: builtins.list[AssertionAudience] | Unset = UNSET,
        allowed_groups: builtins.list[str] | None | Unset = UNSET,
        require_pushed_authorization_requests: bool | Unset = UNSET,
        require_signed_request_object: bool | Unset = UNSET,
        require_issuer_audience: bool | Unset = UNSET,
        profile: None | OidcProfile | str | Unset = UNSET,
        if_match: str | Unset = UNSET,
    ) -> OidcClientCore:
        """Change an OIDC client.

        Fields that are left out keep their values; `null` clears. `applicationType` cannot
        change. Every request that starts after the change follows it. A client that becomes
        public, or authenticates with a key, loses its secret. If the client needs a secret again,
        use `rotate-secret`.
        """

        return await self._transport.call(
            _update_oidc_client.request(
                client_id,
                name=name,
                description=description,
                logo_uri=logo_uri,
                client_uri=client_uri,
                initiate_login_uri=initiate_login_uri,
                status=status,
                redirect_uris=redirect_uris,
                post_logout_redirect_uris=post_logout_redirect_uris,
                grant_types=grant_types,
                response_types=response_types,
                scopes=scopes,
                token_endpoint_auth_method=token_endpoint_auth_method,
                id_token_signed_response_alg=id_token_signed_response_alg,
                jwks=jwks,
                jwks_uri=jwks_uri,
                require_pkce=require_pkce,
                access_token_format=access_token_format,
                access_token_signing_alg=access_token_signing_alg,
                access_token_ttl=access_token_ttl,
                id_token_ttl=id_token_ttl,
                id_token_claims=id_token_claims,
                refresh_token_ttl=refresh_token_ttl,
                refresh_token_rotation=refresh_token_rotation,
                refresh_reuse_window=refresh_reuse_window,
                consent_required=consent_required,
                allowed_origins=allowed_origins,
                backchannel_logout_uri=backchannel_logout_uri,
                subject_type=subject_type,
                dpop_bound_access_tokens=dpop_bound_access_tokens,
                resources=resources,
                served_resources=served_resources,
                assertion_audiences=assertion_audiences,
                allowed_groups=allowed_groups,
                require_pushed_authorization_requests=require_pushed_authorization_requests,
                require_signed_request_object=require_signed_request_object,
                require_issuer_audience=require_issuer_audience,
                profile=profile,
                if_match=if_match,
            ),
            _update_oidc_client.answer,
        )

    async def rotate_secret(
        self,
        client_id: str,
        *,
        grace_period: int | Unset = UNSET,
        if_match: str | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
        x_wrap_ttl: int | Unset = UNSET,
    ) -> OidcClientSecret:
        """Rotate the secret of an OIDC client.

        The answer is the only one that shows the new secret. The old one is good for
        `gracePeriod` more seconds, and ends at once without. A client without a secret answers
        409 `OIDC_CLIENT_STATE_CONFLICT`.
        """

        return await self._transport.call(
            _rotate_oidc_client_secret.request(
                client_id,
                grace_period=grace_period,
                if_match=if_match,
                idempotency_key=idempotency_key,
                x_wrap_ttl=x_wrap_ttl,
            ),
            _rotate_oidc_client_secret.answer,
        )

    async def get_metadata(
        self,
    ) -> OidcClientMetadata:
        """Get which client ID metadata documents are read.

        A client with such a document needs no registration: its `client_id` is the https URL of
        the document. By default none is read.
        """

        return await self._transport.call(
            _get_oidc_client_metadata.request(),
            _get_oidc_client_metadata.answer,
        )

    async def update_metadata(
        self,
        *,
        mode: OidcDocumentMode | str | Unset = UNSET,
        allowed_hosts: builtins.list[str] | Unset = UNSET,
        loopback_redirects: bool | Unset = UNSET,
        if_match: str | Unset = UNSET,
    ) -> OidcClientMetadata:
        """Change which client ID metadata documents are read.

        Follows at once. A client whose host is not allowed any more can neither sign users in nor
        refresh tokens. If the host is allowed again within the lifetime of its tokens, the tokens
        are valid again; delete the consents to end them. Users always read who the client is
        before they allow it.
        """

        return await self._transport.call(
            _update_oidc_client_metadata.request(
                mode=mode,
                allowed_hosts=allowed_hosts,
                loopback_redirects=loopback_redirects,
                if_match=if_match,
            ),
            _update_oidc_client_metadata.answer,
        )
