from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.oidc_access_token_algorithm import (
    OidcAccessTokenAlgorithm,
)
from ..models.oidc_access_token_format import OidcAccessTokenFormat
from ..models.oidc_application_type import OidcApplicationType
from ..models.oidc_auth_method import OidcAuthMethod
from ..models.oidc_client_status import OidcClientStatus
from ..models.oidc_grant_type import OidcGrantType
from ..models.oidc_profile import OidcProfile
from ..models.oidc_response_type import OidcResponseType
from ..models.oidc_signing_algorithm import OidcSigningAlgorithm
from ..models.oidc_subject_type import OidcSubjectType

if TYPE_CHECKING:
    from ..models.assertion_audience import AssertionAudience
    from ..models.oidc_jwks_type_0 import OidcJwksType0


T = TypeVar("T", bound="OidcClientWithSecret")


@_attrs_define
class OidcClientWithSecret:
    """A client that was just registered

    Example:
        {'clientId': 'cli_01kahz5v3be4nr7q2m8x9c0d1e', 'name': 'Customer portal', 'description': None, 'logoUri': None,
            'clientUri': 'https://app.example.com/', 'initiateLoginUri': 'https://app.example.com/login', 'status':
            'ACTIVE', 'applicationType': 'web', 'redirectUris': ['https://app.example.com/callback'],
            'postLogoutRedirectUris': [], 'grantTypes': ['authorization_code', 'refresh_token'], 'responseTypes': ['code'],
            'scopes': ['openid', 'profile', 'email'], 'tokenEndpointAuthMethod': 'client_secret_basic',
            'idTokenSignedResponseAlg': 'RS256', 'jwks': None, 'jwksUri': None, 'requirePkce': True, 'accessTokenFormat':
            'jwt', 'accessTokenSigningAlg': 'ES256', 'accessTokenTtl': 3600, 'idTokenTtl': 3600, 'idTokenClaims': False,
            'refreshTokenTtl': 2592000, 'refreshTokenRotation': True, 'refreshReuseWindow': 30, 'consentRequired': True,
            'allowedOrigins': [], 'backchannelLogoutUri': None, 'subjectType': 'public', 'dpopBoundAccessTokens': False,
            'resources': [], 'servedResources': [], 'servedResourcesCopied': False, 'assertionAudiences': [],
            'allowedGroups': None, 'requirePushedAuthorizationRequests': False, 'requireSignedRequestObject': False,
            'requireIssuerAudience': False, 'profile': None, 'secretRotatedAt': '2026-01-15T10:30:00.000Z',
            'previousSecretExpiresAt': None, 'createdAt': '2026-01-15T10:30:00.000Z', 'updatedAt':
            '2026-01-15T10:30:00.000Z', 'createdBy': 'cred_01kahz5v3be4nr7q2m8x9c0d1f', 'clientSecret':
            'EXAMPLE000000000000000000000000000000000000'}

    Attributes:
        client_id (str): Its `client_id` Example: cli_01kahz5v3be4nr7q2m8x9c0d1e.
        name (str): Shown to people when they are asked for consent
        description (None | str):
        logo_uri (None | str): https; shown to people when they are asked for consent
        client_uri (None | str): https; where people learn about it
        initiate_login_uri (None | str): Where a sign-in begins at the client (`initiate_login_uri`, OpenID Connect Core
            section 4). https, or http with a loopback host. With it, the account page lists the client for users who may
            sign in to it
        status (OidcClientStatus | str): `DISABLED`: it is refused everywhere, as if it were not there, until it is
            `ACTIVE` again
        application_type (OidcApplicationType | str): `web` runs on a server and can keep a secret. `spa` runs in a
            browser and `native` on a device, where nothing is secret. `machine` acts for no user and gets tokens for itself
            only. The type of a client cannot change
        redirect_uris (list[str]): The URIs that users are sent back to, compared character by character. https, or http
            of `localhost`, `127.0.0.1` or `[::1]`. For `native` also schemes of its own such as
            `com.example.app:/callback`, known schemes such as `vscode:`, and any port of a loopback address. Without
            fragment, user, password and `*`, written as the URL standard writes them Example:
            ['https://app.example.com/callback'].
        post_logout_redirect_uris (list[str]): Where people are sent after they signed out; as `redirectUris` Example:
            ['https://app.example.com/'].
        grant_types (list[OidcGrantType | str]): How it gets tokens. `refresh_token` needs another one that people take
            part in Example: ['authorization_code', 'refresh_token'].
        response_types (list[OidcResponseType | str]): Follows from `grantTypes` - `[code]` with `authorization_code`,
            and else nothing Example: ['code'].
        scopes (list[str]): What it may ask for. A `machine` may have custom scopes only Example: ['openid', 'profile',
            'email'].
        token_endpoint_auth_method (OidcAuthMethod | str): How it authenticates at the token endpoint; `none` where
            nothing can be kept secret
        id_token_signed_response_alg (OidcSigningAlgorithm | str): The algorithm that signs the ID tokens, and
            authorization and introspection responses that the client wants as JWTs. Every relying party knows `RS256`, the
            default
        jwks (None | OidcJwksType0): The public keys that it signs its assertions (`private_key_jwt`) and request
            objects (RFC 9101) with Example: {'keys': [{'kty': 'EC', 'use': 'sig', 'alg': 'ES256', 'kid': 'deploy-2026',
            'crv': 'P-256', 'x': 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU', 'y':
            'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0'}]}.
        jwks_uri (None | str): https; where its public keys are, instead of `jwks`
        require_pkce (bool): Whether it must prove who began (RFC 7636, S256). Always true where there is no secret
        access_token_format (OidcAccessTokenFormat | str): `jwt` (RFC 9068) can be verified without asking; `opaque`
            only by introspection
        access_token_signing_alg (OidcAccessTokenAlgorithm | str): The algorithm that signs the access tokens. `ES256`,
            the default, is short and fast. `RS256` is for APIs that know nothing else (RFC 9068 section 4)
        access_token_ttl (int): In seconds
        id_token_ttl (int): In seconds
        id_token_claims (bool): Whether ID tokens have the claims of the granted scopes, for applications that never
            call userinfo. Otherwise such claims are at userinfo only. Claims that make an ID token longer than 8,000
            characters are left out, the longest first
        refresh_token_ttl (int): In seconds
        refresh_token_rotation (bool): Whether a refresh token is good once, the default. Always true without a secret,
            unless tokens are bound to a key (DPoP)
        refresh_reuse_window (int): The seconds for which a used refresh token may be used again, because a response can
            be lost. The repeat replaces the refresh token of the first response. If that one was used, or the time is over,
            the whole family ends. New clients have 30 seconds if they authenticate or if `dpopBoundAccessTokens` is true,
            and 0 otherwise. A change that makes a client public without DPoP sets 0, unless it sets another value
        consent_required (bool): Whether people are asked before it learns of them
        allowed_origins (list[str]): Whose scripts may call the token endpoint and the others with it (CORS), such as
            `https://app.example.com` Example: ['https://app.example.com'].
        backchannel_logout_uri (None | str): https; told when a user signs out
        subject_type (OidcSubjectType | str): `pairwise` gives the client identifiers of users that no other client
            knows. All its redirect URIs must then be https and have the same host
        dpop_bound_access_tokens (bool): Whether its tokens are bound to a key of its own (RFC 9449); by default they
            are not
        resources (list[str]): The APIs that it may ask access tokens for (RFC 8707), as absolute URIs without a
            fragment. Without any there is none but userinfo. A client that is one of these APIs has it in `servedResources`
            Example: ['https://api.example.com'].
        served_resources (list[str]): The APIs that this client is. It introspects the tokens of other clients for these
            APIs, and exchanges them. A user who adds one must have signed in within the last five minutes Example:
            ['https://orders.example.com'].
        served_resources_copied (bool): Whether an upgrade copied `servedResources` from `resources`, because earlier
            releases did not tell the two apart. Take out the APIs that this client only calls. It is `false` after the next
            change that names `servedResources`
        assertion_audiences (list[AssertionAudience]): The authorization servers of other systems for which it may
            exchange a sign-in for an identity assertion. It needs the grant `urn:ietf:params:oauth:grant-type:token-
            exchange` and `subjectType: public` Example: [{'issuer': 'https://auth.chat.example', 'clientId': 'wiki-at-
            chat', 'signInClientId': 'cli_01kahz5v3be4nr7q2m8x9c0d1f', 'scopes': ['chat.read'], 'resources':
            ['https://api.chat.example']}].
        allowed_groups (list[str] | None): Only members of one of these groups may sign in; null lets everybody in
            Example: ['grp_01kahz5v3be4nr7q2m8x9c0d1e'].
        require_pushed_authorization_requests (bool): Whether each authorization request must be pushed first (RFC 9126)
            Example: False.
        require_signed_request_object (bool): Whether each authorization request must be a signed request object (RFC
            9101), also where it is pushed. The client needs `jwks` or `jwksUri`, and may not have the device code Example:
            False.
        require_issuer_audience (bool): Whether the `aud` of its assertions must be the issuer, as text. Otherwise `aud`
            may also be the address of the token endpoint or of the endpoint that is called Example: False.
        profile (None | OidcProfile | str): `FAPI2` holds the client to the FAPI 2.0 Security Profile. It sets
            `tokenEndpointAuthMethod: private_key_jwt`, `requirePkce: true`, `requirePushedAuthorizationRequests: true`,
            `requireIssuerAudience: true`, `dpopBoundAccessTokens: true`, `refreshTokenRotation: false`,
            `idTokenSignedResponseAlg: ES256` and `accessTokenSigningAlg: ES256`, and refuses other values. null changes no
            other setting
        secret_rotated_at (datetime.datetime | None): When its secret was last made; null if it has none
        previous_secret_expires_at (datetime.datetime | None): Until when the secret before the last rotation is good as
            well
        created_at (datetime.datetime):
        updated_at (datetime.datetime):
        created_by (None | str): The ID of the key or user that registered it
        client_secret (None | str): The secret, shown only here; null for a client that has none
    """

    client_id: str
    name: str
    description: None | str
    logo_uri: None | str
    client_uri: None | str
    initiate_login_uri: None | str
    status: OidcClientStatus | str
    application_type: OidcApplicationType | str
    redirect_uris: list[str]
    post_logout_redirect_uris: list[str]
    grant_types: list[OidcGrantType | str]
    response_types: list[OidcResponseType | str]
    scopes: list[str]
    token_endpoint_auth_method: OidcAuthMethod | str
    id_token_signed_response_alg: OidcSigningAlgorithm | str
    jwks: None | OidcJwksType0
    jwks_uri: None | str
    require_pkce: bool
    access_token_format: OidcAccessTokenFormat | str
    access_token_signing_alg: OidcAccessTokenAlgorithm | str
    access_token_ttl: int
    id_token_ttl: int
    id_token_claims: bool
    refresh_token_ttl: int
    refresh_token_rotation: bool
    refresh_reuse_window: int
    consent_required: bool
    allowed_origins: list[str]
    backchannel_logout_uri: None | str
    subject_type: OidcSubjectType | str
    dpop_bound_access_tokens: bool
    resources: list[str]
    served_resources: list[str]
    served_resources_copied: bool
    assertion_audiences: list[AssertionAudience]
    allowed_groups: list[str] | None
    require_pushed_authorization_requests: bool
    require_signed_request_object: bool
    require_issuer_audience: bool
    profile: None | OidcProfile | str
    secret_rotated_at: datetime.datetime | None
    previous_secret_expires_at: datetime.datetime | None
    created_at: datetime.datetime
    updated_at: datetime.datetime
    created_by: None | str
    client_secret: None | str

    def to_dict(self) -> dict[str, Any]:
        from ..models.oidc_jwks_type_0 import OidcJwksType0  # noqa: PLC0415

        client_id = self.client_id

        name = self.name

        description: None | str
        description = self.description

        logo_uri: None | str
        logo_uri = self.logo_uri

        client_uri: None | str
        client_uri = self.client_uri

        initiate_login_uri: None | str
        initiate_login_uri = self.initiate_login_uri

        status: str
        status = self.status

        application_type: str
        application_type = self.application_type

        redirect_uris = self.redirect_uris

        post_logout_redirect_uris = self.post_logout_redirect_uris

        grant_types = []
        for componentsschemas_oidc_grant_types_item_data in self.grant_types:
            componentsschemas_oidc_grant_types_item: str
            componentsschemas_oidc_grant_types_item = componentsschemas_oidc_grant_types_item_data
            grant_types.append(componentsschemas_oidc_grant_types_item)

        response_types = []
        for componentsschemas_oidc_response_types_item_data in self.response_types:
            componentsschemas_oidc_response_types_item: str
            componentsschemas_oidc_response_types_item = (
                componentsschemas_oidc_response_types_item_data
            )
            response_types.append(componentsschemas_oidc_response_types_item)

        scopes = self.scopes

        token_endpoint_auth_method: str
        token_endpoint_auth_method = self.token_endpoint_auth_method

        id_token_signed_response_alg: str
        id_token_signed_response_alg = self.id_token_signed_response_alg

        jwks: dict[str, Any] | None
        if isinstance(self.jwks, OidcJwksType0):
            jwks = self.jwks.to_dict()

        else:
            jwks = self.jwks

        jwks_uri: None | str
        jwks_uri = self.jwks_uri

        require_pkce = self.require_pkce

        access_token_format: str
        access_token_format = self.access_token_format

        access_token_signing_alg: str
        access_token_signing_alg = self.access_token_signing_alg

        access_token_ttl = self.access_token_ttl

        id_token_ttl = self.id_token_ttl

        id_token_claims = self.id_token_claims

        refresh_token_ttl = self.refresh_token_ttl

        refresh_token_rotation = self.refresh_token_rotation

        refresh_reuse_window = self.refresh_reuse_window

        consent_required = self.consent_required

        allowed_origins = self.allowed_origins

        backchannel_logout_uri: None | str
        backchannel_logout_uri = self.backchannel_logout_uri

        subject_type: str
        subject_type = self.subject_type

        dpop_bound_access_tokens = self.dpop_bound_access_tokens

        resources = self.resources

        served_resources = self.served_resources

        served_resources_copied = self.served_resources_copied

        assertion_audiences = []
        for componentsschemas_assertion_audiences_item_data in self.assertion_audiences:
            componentsschemas_assertion_audiences_item = (
                componentsschemas_assertion_audiences_item_data.to_dict()
            )

            assertion_audiences.append(componentsschemas_assertion_audiences_item)

        allowed_groups: list[str] | None
        if isinstance(self.allowed_groups, list):
            allowed_groups = self.allowed_groups

        else:
            allowed_groups = self.allowed_groups

        require_pushed_authorization_requests = self.require_pushed_authorization_requests

        require_signed_request_object = self.require_signed_request_object

        require_issuer_audience = self.require_issuer_audience

        profile: None | str
        profile = self.profile

        secret_rotated_at: None | str
        if isinstance(self.secret_rotated_at, datetime.datetime):
            secret_rotated_at = self.secret_rotated_at.isoformat()
        else:
            secret_rotated_at = self.secret_rotated_at

        previous_secret_expires_at: None | str
        if isinstance(self.previous_secret_expires_at, datetime.datetime):
            previous_secret_expires_at = self.previous_secret_expires_at.isoformat()
        else:
            previous_secret_expires_at = self.previous_secret_expires_at

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()

        created_by: None | str
        created_by = self.created_by

        client_secret: None | str
        client_secret = self.client_secret

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "clientId": client_id,
                "name": name,
                "description": description,
                "logoUri": logo_uri,
                "clientUri": client_uri,
                "initiateLoginUri": initiate_login_uri,
                "status": status,
                "applicationType": application_type,
                "redirectUris": redirect_uris,
                "postLogoutRedirectUris": post_logout_redirect_uris,
                "grantTypes": grant_types,
                "responseTypes": response_types,
                "scopes": scopes,
                "tokenEndpointAuthMethod": token_endpoint_auth_method,
                "idTokenSignedResponseAlg": id_token_signed_response_alg,
                "jwks": jwks,
                "jwksUri": jwks_uri,
                "requirePkce": require_pkce,
                "accessTokenFormat": access_token_format,
                "accessTokenSigningAlg": access_token_signing_alg,
                "accessTokenTtl": access_token_ttl,
                "idTokenTtl": id_token_ttl,
                "idTokenClaims": id_token_claims,
                "refreshTokenTtl": refresh_token_ttl,
                "refreshTokenRotation": refresh_token_rotation,
                "refreshReuseWindow": refresh_reuse_window,
                "consentRequired": consent_required,
                "allowedOrigins": allowed_origins,
                "backchannelLogoutUri": backchannel_logout_uri,
                "subjectType": subject_type,
                "dpopBoundAccessTokens": dpop_bound_access_tokens,
                "resources": resources,
                "servedResources": served_resources,
                "servedResourcesCopied": served_resources_copied,
                "assertionAudiences": assertion_audiences,
                "allowedGroups": allowed_groups,
                "requirePushedAuthorizationRequests": require_pushed_authorization_requests,
                "requireSignedRequestObject": require_signed_request_object,
                "requireIssuerAudience": require_issuer_audience,
                "profile": profile,
                "secretRotatedAt": secret_rotated_at,
                "previousSecretExpiresAt": previous_secret_expires_at,
                "createdAt": created_at,
                "updatedAt": updated_at,
                "createdBy": created_by,
                "clientSecret": client_secret,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.assertion_audience import AssertionAudience  # noqa: PLC0415
        from ..models.oidc_jwks_type_0 import OidcJwksType0  # noqa: PLC0415

        d = dict(src_dict)
        client_id = d.pop("clientId")

        name = d.pop("name")

        def _parse_description(data: object) -> None | str:
            return cast(None | str, data)

        description = _parse_description(d.pop("description"))

        def _parse_logo_uri(data: object) -> None | str:
            return cast(None | str, data)

        logo_uri = _parse_logo_uri(d.pop("logoUri"))

        def _parse_client_uri(data: object) -> None | str:
            return cast(None | str, data)

        client_uri = _parse_client_uri(d.pop("clientUri"))

        def _parse_initiate_login_uri(data: object) -> None | str:
            return cast(None | str, data)

        initiate_login_uri = _parse_initiate_login_uri(d.pop("initiateLoginUri"))

        def _parse_status(data: object) -> OidcClientStatus | str:
            return cast(OidcClientStatus | str, data)

        status = _parse_status(d.pop("status"))

        def _parse_application_type(data: object) -> OidcApplicationType | str:
            return cast(OidcApplicationType | str, data)

        application_type = _parse_application_type(d.pop("applicationType"))

        redirect_uris = cast(list[str], d.pop("redirectUris"))

        post_logout_redirect_uris = cast(list[str], d.pop("postLogoutRedirectUris"))

        grant_types = []
        _grant_types = d.pop("grantTypes")
        for componentsschemas_oidc_grant_types_item_data in _grant_types:

            def _parse_componentsschemas_oidc_grant_types_item(data: object) -> OidcGrantType | str:
                return cast(OidcGrantType | str, data)

            componentsschemas_oidc_grant_types_item = (
                _parse_componentsschemas_oidc_grant_types_item(
                    componentsschemas_oidc_grant_types_item_data
                )
            )

            grant_types.append(componentsschemas_oidc_grant_types_item)

        response_types = []
        _response_types = d.pop("responseTypes")
        for componentsschemas_oidc_response_types_item_data in _response_types:

            def _parse_componentsschemas_oidc_response_types_item(
                data: object,
            ) -> OidcResponseType | str:
                return cast(OidcResponseType | str, data)

            componentsschemas_oidc_response_types_item = (
                _parse_componentsschemas_oidc_response_types_item(
                    componentsschemas_oidc_response_types_item_data
                )
            )

            response_types.append(componentsschemas_oidc_response_types_item)

        scopes = cast(list[str], d.pop("scopes"))

        def _parse_token_endpoint_auth_method(data: object) -> OidcAuthMethod | str:
            return cast(OidcAuthMethod | str, data)

        token_endpoint_auth_method = _parse_token_endpoint_auth_method(
            d.pop("tokenEndpointAuthMethod")
        )

        def _parse_id_token_signed_response_alg(data: object) -> OidcSigningAlgorithm | str:
            return cast(OidcSigningAlgorithm | str, data)

        id_token_signed_response_alg = _parse_id_token_signed_response_alg(
            d.pop("idTokenSignedResponseAlg")
        )

        def _parse_jwks(data: object) -> None | OidcJwksType0:
            try:
                if not isinstance(data, dict):
                    raise TypeError
                componentsschemas_oidc_jwks_type_0 = OidcJwksType0.from_dict(data)

                return componentsschemas_oidc_jwks_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | OidcJwksType0, data)

        jwks = _parse_jwks(d.pop("jwks"))

        def _parse_jwks_uri(data: object) -> None | str:
            return cast(None | str, data)

        jwks_uri = _parse_jwks_uri(d.pop("jwksUri"))

        require_pkce = d.pop("requirePkce")

        def _parse_access_token_format(data: object) -> OidcAccessTokenFormat | str:
            return cast(OidcAccessTokenFormat | str, data)

        access_token_format = _parse_access_token_format(d.pop("accessTokenFormat"))

        def _parse_access_token_signing_alg(data: object) -> OidcAccessTokenAlgorithm | str:
            return cast(OidcAccessTokenAlgorithm | str, data)

        access_token_signing_alg = _parse_access_token_signing_alg(d.pop("accessTokenSigningAlg"))

        access_token_ttl = d.pop("accessTokenTtl")

        id_token_ttl = d.pop("idTokenTtl")

        id_token_claims = d.pop("idTokenClaims")

        refresh_token_ttl = d.pop("refreshTokenTtl")

        refresh_token_rotation = d.pop("refreshTokenRotation")

        refresh_reuse_window = d.pop("refreshReuseWindow")

        consent_required = d.pop("consentRequired")

        allowed_origins = cast(list[str], d.pop("allowedOrigins"))

        def _parse_backchannel_logout_uri(data: object) -> None | str:
            return cast(None | str, data)

        backchannel_logout_uri = _parse_backchannel_logout_uri(d.pop("backchannelLogoutUri"))

        def _parse_subject_type(data: object) -> OidcSubjectType | str:
            return cast(OidcSubjectType | str, data)

        subject_type = _parse_subject_type(d.pop("subjectType"))

        dpop_bound_access_tokens = d.pop("dpopBoundAccessTokens")

        resources = cast(list[str], d.pop("resources"))

        served_resources = cast(list[str], d.pop("servedResources"))

        served_resources_copied = d.pop("servedResourcesCopied")

        assertion_audiences = []
        _assertion_audiences = d.pop("assertionAudiences")
        for componentsschemas_assertion_audiences_item_data in _assertion_audiences:
            componentsschemas_assertion_audiences_item = AssertionAudience.from_dict(
                componentsschemas_assertion_audiences_item_data
            )

            assertion_audiences.append(componentsschemas_assertion_audiences_item)

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

        require_pushed_authorization_requests = d.pop("requirePushedAuthorizationRequests")

        require_signed_request_object = d.pop("requireSignedRequestObject")

        require_issuer_audience = d.pop("requireIssuerAudience")

        def _parse_profile(data: object) -> None | OidcProfile | str:
            return cast(None | OidcProfile | str, data)

        profile = _parse_profile(d.pop("profile"))

        def _parse_secret_rotated_at(data: object) -> datetime.datetime | None:
            try:
                if not isinstance(data, str):
                    raise TypeError
                secret_rotated_at_type_0 = datetime.datetime.fromisoformat(
                    data.replace("Z", "+00:00")
                )

                return secret_rotated_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        secret_rotated_at = _parse_secret_rotated_at(d.pop("secretRotatedAt"))

        def _parse_previous_secret_expires_at(data: object) -> datetime.datetime | None:
            try:
                if not isinstance(data, str):
                    raise TypeError
                previous_secret_expires_at_type_0 = datetime.datetime.fromisoformat(
                    data.replace("Z", "+00:00")
                )

                return previous_secret_expires_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        previous_secret_expires_at = _parse_previous_secret_expires_at(
            d.pop("previousSecretExpiresAt")
        )

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt").replace("Z", "+00:00"))

        updated_at = datetime.datetime.fromisoformat(d.pop("updatedAt").replace("Z", "+00:00"))

        def _parse_created_by(data: object) -> None | str:
            return cast(None | str, data)

        created_by = _parse_created_by(d.pop("createdBy"))

        def _parse_client_secret(data: object) -> None | str:
            return cast(None | str, data)

        client_secret = _parse_client_secret(d.pop("clientSecret"))

        oidc_client_with_secret = cls(
            client_id=client_id,
            name=name,
            description=description,
            logo_uri=logo_uri,
            client_uri=client_uri,
            initiate_login_uri=initiate_login_uri,
            status=status,
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
            served_resources_copied=served_resources_copied,
            assertion_audiences=assertion_audiences,
            allowed_groups=allowed_groups,
            require_pushed_authorization_requests=require_pushed_authorization_requests,
            require_signed_request_object=require_signed_request_object,
            require_issuer_audience=require_issuer_audience,
            profile=profile,
            secret_rotated_at=secret_rotated_at,
            previous_secret_expires_at=previous_secret_expires_at,
            created_at=created_at,
            updated_at=updated_at,
            created_by=created_by,
            client_secret=client_secret,
        )

        return oidc_client_with_secret
