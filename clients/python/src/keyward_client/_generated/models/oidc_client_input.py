from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.oidc_access_token_algorithm import (
    OidcAccessTokenAlgorithm,
)
from ..models.oidc_access_token_format import OidcAccessTokenFormat
from ..models.oidc_application_type import OidcApplicationType
from ..models.oidc_auth_method import OidcAuthMethod
from ..models.oidc_grant_type import OidcGrantType
from ..models.oidc_profile import OidcProfile
from ..models.oidc_response_type import OidcResponseType
from ..models.oidc_signing_algorithm import OidcSigningAlgorithm
from ..models.oidc_subject_type import OidcSubjectType
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.assertion_audience import AssertionAudience
    from ..models.oidc_jwks_type_0 import OidcJwksType0


T = TypeVar("T", bound="OidcClientInput")


@_attrs_define
class OidcClientInput:
    """A client to register

    Example:
        {'name': 'Customer portal', 'applicationType': 'web', 'redirectUris': ['https://app.example.com/callback'],
            'grantTypes': ['authorization_code', 'refresh_token'], 'scopes': ['openid', 'profile', 'email']}

    Attributes:
        name (str | Unset): Shown to people when they are asked for consent
        description (None | str | Unset):
        logo_uri (None | str | Unset): https; shown to people when they are asked for consent
        client_uri (None | str | Unset): https; where people learn about it
        initiate_login_uri (None | str | Unset): Where a sign-in begins at the client (`initiate_login_uri`, OpenID
            Connect Core section 4). https, or http with a loopback host. With it, the account page lists the client for
            users who may sign in to it
        application_type (OidcApplicationType | str | Unset): `web` runs on a server and can keep a secret. `spa` runs
            in a browser and `native` on a device, where nothing is secret. `machine` acts for no user and gets tokens for
            itself only. The type of a client cannot change
        redirect_uris (list[str] | Unset): The URIs that users are sent back to, compared character by character. https,
            or http of `localhost`, `127.0.0.1` or `[::1]`. For `native` also schemes of its own such as
            `com.example.app:/callback`, known schemes such as `vscode:`, and any port of a loopback address. Without
            fragment, user, password and `*`, written as the URL standard writes them Example:
            ['https://app.example.com/callback'].
        post_logout_redirect_uris (list[str] | Unset): Where people are sent after they signed out; as `redirectUris`
            Example: ['https://app.example.com/'].
        grant_types (list[OidcGrantType | str] | Unset): How it gets tokens. `refresh_token` needs another one that
            people take part in Example: ['authorization_code', 'refresh_token'].
        response_types (list[OidcResponseType | str] | Unset): Follows from `grantTypes` - `[code]` with
            `authorization_code`, and else nothing Example: ['code'].
        scopes (list[str] | Unset): What it may ask for. A `machine` may have custom scopes only Example: ['openid',
            'profile', 'email'].
        token_endpoint_auth_method (OidcAuthMethod | str | Unset): How it authenticates at the token endpoint; `none`
            where nothing can be kept secret
        id_token_signed_response_alg (OidcSigningAlgorithm | str | Unset): The algorithm that signs the ID tokens, and
            authorization and introspection responses that the client wants as JWTs. Every relying party knows `RS256`, the
            default
        jwks (None | OidcJwksType0 | Unset): The public keys that it signs its assertions (`private_key_jwt`) and
            request objects (RFC 9101) with Example: {'keys': [{'kty': 'EC', 'use': 'sig', 'alg': 'ES256', 'kid':
            'deploy-2026', 'crv': 'P-256', 'x': 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU', 'y':
            'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0'}]}.
        jwks_uri (None | str | Unset): https; where its public keys are, instead of `jwks`
        require_pkce (bool | Unset): Whether it must prove who began (RFC 7636, S256). Always true where there is no
            secret
        access_token_format (OidcAccessTokenFormat | str | Unset): `jwt` (RFC 9068) can be verified without asking;
            `opaque` only by introspection
        access_token_signing_alg (OidcAccessTokenAlgorithm | str | Unset): The algorithm that signs the access tokens.
            `ES256`, the default, is short and fast. `RS256` is for APIs that know nothing else (RFC 9068 section 4)
        access_token_ttl (int | Unset): In seconds
        id_token_ttl (int | Unset): In seconds
        id_token_claims (bool | Unset): Whether ID tokens have the claims of the granted scopes, for applications that
            never call userinfo. Otherwise such claims are at userinfo only. Claims that make an ID token longer than 8,000
            characters are left out, the longest first
        refresh_token_ttl (int | Unset): In seconds
        refresh_token_rotation (bool | Unset): Whether a refresh token is good once, the default. Always true without a
            secret, unless tokens are bound to a key (DPoP)
        refresh_reuse_window (int | Unset): The seconds for which a used refresh token may be used again, because a
            response can be lost. The repeat replaces the refresh token of the first response. If that one was used, or the
            time is over, the whole family ends. New clients have 30 seconds if they authenticate or if
            `dpopBoundAccessTokens` is true, and 0 otherwise. A change that makes a client public without DPoP sets 0,
            unless it sets another value
        consent_required (bool | Unset): Whether people are asked before it learns of them
        allowed_origins (list[str] | Unset): Whose scripts may call the token endpoint and the others with it (CORS),
            such as `https://app.example.com` Example: ['https://app.example.com'].
        backchannel_logout_uri (None | str | Unset): https; told when a user signs out
        subject_type (OidcSubjectType | str | Unset): `pairwise` gives the client identifiers of users that no other
            client knows. All its redirect URIs must then be https and have the same host
        dpop_bound_access_tokens (bool | Unset): Whether its tokens are bound to a key of its own (RFC 9449); by default
            they are not
        resources (list[str] | Unset): The APIs that it may ask access tokens for (RFC 8707), as absolute URIs without a
            fragment. Without any there is none but userinfo. A client that is one of these APIs has it in `servedResources`
            Example: ['https://api.example.com'].
        served_resources (list[str] | Unset): The APIs that this client is. It introspects the tokens of other clients
            for these APIs, and exchanges them. A user who adds one must have signed in within the last five minutes
            Example: ['https://orders.example.com'].
        assertion_audiences (list[AssertionAudience] | Unset): The authorization servers of other systems for which it
            may exchange a sign-in for an identity assertion. It needs the grant `urn:ietf:params:oauth:grant-type:token-
            exchange` and `subjectType: public` Example: [{'issuer': 'https://auth.chat.example', 'clientId': 'wiki-at-
            chat', 'signInClientId': 'cli_01kahz5v3be4nr7q2m8x9c0d1f', 'scopes': ['chat.read'], 'resources':
            ['https://api.chat.example']}].
        allowed_groups (list[str] | None | Unset): Only members of one of these groups may sign in; null lets everybody
            in Example: ['grp_01kahz5v3be4nr7q2m8x9c0d1e'].
        require_pushed_authorization_requests (bool | Unset): Whether each authorization request must be pushed first
            (RFC 9126) Example: False.
        require_signed_request_object (bool | Unset): Whether each authorization request must be a signed request object
            (RFC 9101), also where it is pushed. The client needs `jwks` or `jwksUri`, and may not have the device code
            Example: False.
        require_issuer_audience (bool | Unset): Whether the `aud` of its assertions must be the issuer, as text.
            Otherwise `aud` may also be the address of the token endpoint or of the endpoint that is called Example: False.
        profile (None | OidcProfile | str | Unset): `FAPI2` holds the client to the FAPI 2.0 Security Profile. It sets
            `tokenEndpointAuthMethod: private_key_jwt`, `requirePkce: true`, `requirePushedAuthorizationRequests: true`,
            `requireIssuerAudience: true`, `dpopBoundAccessTokens: true`, `refreshTokenRotation: false`,
            `idTokenSignedResponseAlg: ES256` and `accessTokenSigningAlg: ES256`, and refuses other values. null changes no
            other setting
    """

    name: str | Unset = UNSET
    description: None | str | Unset = UNSET
    logo_uri: None | str | Unset = UNSET
    client_uri: None | str | Unset = UNSET
    initiate_login_uri: None | str | Unset = UNSET
    application_type: OidcApplicationType | str | Unset = UNSET
    redirect_uris: list[str] | Unset = UNSET
    post_logout_redirect_uris: list[str] | Unset = UNSET
    grant_types: list[OidcGrantType | str] | Unset = UNSET
    response_types: list[OidcResponseType | str] | Unset = UNSET
    scopes: list[str] | Unset = UNSET
    token_endpoint_auth_method: OidcAuthMethod | str | Unset = UNSET
    id_token_signed_response_alg: OidcSigningAlgorithm | str | Unset = UNSET
    jwks: None | OidcJwksType0 | Unset = UNSET
    jwks_uri: None | str | Unset = UNSET
    require_pkce: bool | Unset = UNSET
    access_token_format: OidcAccessTokenFormat | str | Unset = UNSET
    access_token_signing_alg: OidcAccessTokenAlgorithm | str | Unset = UNSET
    access_token_ttl: int | Unset = UNSET
    id_token_ttl: int | Unset = UNSET
    id_token_claims: bool | Unset = UNSET
    refresh_token_ttl: int | Unset = UNSET
    refresh_token_rotation: bool | Unset = UNSET
    refresh_reuse_window: int | Unset = UNSET
    consent_required: bool | Unset = UNSET
    allowed_origins: list[str] | Unset = UNSET
    backchannel_logout_uri: None | str | Unset = UNSET
    subject_type: OidcSubjectType | str | Unset = UNSET
    dpop_bound_access_tokens: bool | Unset = UNSET
    resources: list[str] | Unset = UNSET
    served_resources: list[str] | Unset = UNSET
    assertion_audiences: list[AssertionAudience] | Unset = UNSET
    allowed_groups: list[str] | None | Unset = UNSET
    require_pushed_authorization_requests: bool | Unset = UNSET
    require_signed_request_object: bool | Unset = UNSET
    require_issuer_audience: bool | Unset = UNSET
    profile: None | OidcProfile | str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        from ..models.oidc_jwks_type_0 import OidcJwksType0  # noqa: PLC0415

        name = self.name

        description: None | str | Unset
        if isinstance(self.description, Unset):
            description = UNSET
        else:
            description = self.description

        logo_uri: None | str | Unset
        if isinstance(self.logo_uri, Unset):
            logo_uri = UNSET
        else:
            logo_uri = self.logo_uri

        client_uri: None | str | Unset
        if isinstance(self.client_uri, Unset):
            client_uri = UNSET
        else:
            client_uri = self.client_uri

        initiate_login_uri: None | str | Unset
        if isinstance(self.initiate_login_uri, Unset):
            initiate_login_uri = UNSET
        else:
            initiate_login_uri = self.initiate_login_uri

        application_type: str | Unset
        if isinstance(self.application_type, Unset):
            application_type = UNSET
        else:
            application_type = self.application_type

        redirect_uris: list[str] | Unset = UNSET
        if not isinstance(self.redirect_uris, Unset):
            redirect_uris = self.redirect_uris

        post_logout_redirect_uris: list[str] | Unset = UNSET
        if not isinstance(self.post_logout_redirect_uris, Unset):
            post_logout_redirect_uris = self.post_logout_redirect_uris

        grant_types: list[str] | Unset = UNSET
        if not isinstance(self.grant_types, Unset):
            grant_types = []
            for componentsschemas_oidc_grant_types_item_data in self.grant_types:
                componentsschemas_oidc_grant_types_item: str
                componentsschemas_oidc_grant_types_item = (
                    componentsschemas_oidc_grant_types_item_data
                )
                grant_types.append(componentsschemas_oidc_grant_types_item)

        response_types: list[str] | Unset = UNSET
        if not isinstance(self.response_types, Unset):
            response_types = []
            for componentsschemas_oidc_response_types_item_data in self.response_types:
                componentsschemas_oidc_response_types_item: str
                componentsschemas_oidc_response_types_item = (
                    componentsschemas_oidc_response_types_item_data
                )
                response_types.append(componentsschemas_oidc_response_types_item)

        scopes: list[str] | Unset = UNSET
        if not isinstance(self.scopes, Unset):
            scopes = self.scopes

        token_endpoint_auth_method: str | Unset
        if isinstance(self.token_endpoint_auth_method, Unset):
            token_endpoint_auth_method = UNSET
        else:
            token_endpoint_auth_method = self.token_endpoint_auth_method

        id_token_signed_response_alg: str | Unset
        if isinstance(self.id_token_signed_response_alg, Unset):
            id_token_signed_response_alg = UNSET
        else:
            id_token_signed_response_alg = self.id_token_signed_response_alg

        jwks: dict[str, Any] | None | Unset
        if isinstance(self.jwks, Unset):
            jwks = UNSET
        elif isinstance(self.jwks, OidcJwksType0):
            jwks = self.jwks.to_dict()

        else:
            jwks = self.jwks

        jwks_uri: None | str | Unset
        if isinstance(self.jwks_uri, Unset):
            jwks_uri = UNSET
        else:
            jwks_uri = self.jwks_uri

        require_pkce = self.require_pkce

        access_token_format: str | Unset
        if isinstance(self.access_token_format, Unset):
            access_token_format = UNSET
        else:
            access_token_format = self.access_token_format

        access_token_signing_alg: str | Unset
        if isinstance(self.access_token_signing_alg, Unset):
            access_token_signing_alg = UNSET
        else:
            access_token_signing_alg = self.access_token_signing_alg

        access_token_ttl = self.access_token_ttl

        id_token_ttl = self.id_token_ttl

        id_token_claims = self.id_token_claims

        refresh_token_ttl = self.refresh_token_ttl

        refresh_token_rotation = self.refresh_token_rotation

        refresh_reuse_window = self.refresh_reuse_window

        consent_required = self.consent_required

        allowed_origins: list[str] | Unset = UNSET
        if not isinstance(self.allowed_origins, Unset):
            allowed_origins = self.allowed_origins

        backchannel_logout_uri: None | str | Unset
        if isinstance(self.backchannel_logout_uri, Unset):
            backchannel_logout_uri = UNSET
        else:
            backchannel_logout_uri = self.backchannel_logout_uri

        subject_type: str | Unset
        if isinstance(self.subject_type, Unset):
            subject_type = UNSET
        else:
            subject_type = self.subject_type

        dpop_bound_access_tokens = self.dpop_bound_access_tokens

        resources: list[str] | Unset = UNSET
        if not isinstance(self.resources, Unset):
            resources = self.resources

        served_resources: list[str] | Unset = UNSET
        if not isinstance(self.served_resources, Unset):
            served_resources = self.served_resources

        assertion_audiences: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.assertion_audiences, Unset):
            assertion_audiences = []
            for componentsschemas_assertion_audiences_item_data in self.assertion_audiences:
                componentsschemas_assertion_audiences_item = (
                    componentsschemas_assertion_audiences_item_data.to_dict()
                )

                assertion_audiences.append(componentsschemas_assertion_audiences_item)

        allowed_groups: list[str] | None | Unset
        if isinstance(self.allowed_groups, Unset):
            allowed_groups = UNSET
        elif isinstance(self.allowed_groups, list):
            allowed_groups = self.allowed_groups

        else:
            allowed_groups = self.allowed_groups

        require_pushed_authorization_requests = self.require_pushed_authorization_requests

        require_signed_request_object = self.require_signed_request_object

        require_issuer_audience = self.require_issuer_audience

        profile: None | str | Unset
        if isinstance(self.profile, Unset):
            profile = UNSET
        else:
            profile = self.profile

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if name is not UNSET:
            field_dict["name"] = name
        if description is not UNSET:
            field_dict["description"] = description
        if logo_uri is not UNSET:
            field_dict["logoUri"] = logo_uri
        if client_uri is not UNSET:
            field_dict["clientUri"] = client_uri
        if initiate_login_uri is not UNSET:
            field_dict["initiateLoginUri"] = initiate_login_uri
        if application_type is not UNSET:
            field_dict["applicationType"] = application_type
        if redirect_uris is not UNSET:
            field_dict["redirectUris"] = redirect_uris
        if post_logout_redirect_uris is not UNSET:
            field_dict["postLogoutRedirectUris"] = post_logout_redirect_uris
        if grant_types is not UNSET:
            field_dict["grantTypes"] = grant_types
        if response_types is not UNSET:
            field_dict["responseTypes"] = response_types
        if scopes is not UNSET:
            field_dict["scopes"] = scopes
        if token_endpoint_auth_method is not UNSET:
            field_dict["tokenEndpointAuthMethod"] = token_endpoint_auth_method
        if id_token_signed_response_alg is not UNSET:
            field_dict["idTokenSignedResponseAlg"] = id_token_signed_response_alg
        if jwks is not UNSET:
            field_dict["jwks"] = jwks
        if jwks_uri is not UNSET:
            field_dict["jwksUri"] = jwks_uri
        if require_pkce is not UNSET:
            field_dict["requirePkce"] = require_pkce
        if access_token_format is not UNSET:
            field_dict["accessTokenFormat"] = access_token_format
        if access_token_signing_alg is not UNSET:
            field_dict["accessTokenSigningAlg"] = access_token_signing_alg
        if access_token_ttl is not UNSET:
            field_dict["accessTokenTtl"] = access_token_ttl
        if id_token_ttl is not UNSET:
            field_dict["idTokenTtl"] = id_token_ttl
        if id_token_claims is not UNSET:
            field_dict["idTokenClaims"] = id_token_claims
        if refresh_token_ttl is not UNSET:
            field_dict["refreshTokenTtl"] = refresh_token_ttl
        if refresh_token_rotation is not UNSET:
            field_dict["refreshTokenRotation"] = refresh_token_rotation
        if refresh_reuse_window is not UNSET:
            field_dict["refreshReuseWindow"] = refresh_reuse_window
        if consent_required is not UNSET:
            field_dict["consentRequired"] = consent_required
        if allowed_origins is not UNSET:
            field_dict["allowedOrigins"] = allowed_origins
        if backchannel_logout_uri is not UNSET:
            field_dict["backchannelLogoutUri"] = backchannel_logout_uri
        if subject_type is not UNSET:
            field_dict["subjectType"] = subject_type
        if dpop_bound_access_tokens is not UNSET:
            field_dict["dpopBoundAccessTokens"] = dpop_bound_access_tokens
        if resources is not UNSET:
            field_dict["resources"] = resources
        if served_resources is not UNSET:
            field_dict["servedResources"] = served_resources
        if assertion_audiences is not UNSET:
            field_dict["assertionAudiences"] = assertion_audiences
        if allowed_groups is not UNSET:
            field_dict["allowedGroups"] = allowed_groups
        if require_pushed_authorization_requests is not UNSET:
            field_dict["requirePushedAuthorizationRequests"] = require_pushed_authorization_requests
        if require_signed_request_object is not UNSET:
            field_dict["requireSignedRequestObject"] = require_signed_request_object
        if require_issuer_audience is not UNSET:
            field_dict["requireIssuerAudience"] = require_issuer_audience
        if profile is not UNSET:
            field_dict["profile"] = profile

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.assertion_audience import AssertionAudience  # noqa: PLC0415
        from ..models.oidc_jwks_type_0 import OidcJwksType0  # noqa: PLC0415

        d = dict(src_dict)
        name = d.pop("name", UNSET)

        def _parse_description(data: object) -> None | str | Unset:
            return cast(None | str | Unset, data)

        description = _parse_description(d.pop("description", UNSET))

        def _parse_logo_uri(data: object) -> None | str | Unset:
            return cast(None | str | Unset, data)

        logo_uri = _parse_logo_uri(d.pop("logoUri", UNSET))

        def _parse_client_uri(data: object) -> None | str | Unset:
            return cast(None | str | Unset, data)

        client_uri = _parse_client_uri(d.pop("clientUri", UNSET))

        def _parse_initiate_login_uri(data: object) -> None | str | Unset:
            return cast(None | str | Unset, data)

        initiate_login_uri = _parse_initiate_login_uri(d.pop("initiateLoginUri", UNSET))

        def _parse_application_type(data: object) -> OidcApplicationType | str | Unset:
            return cast(OidcApplicationType | str | Unset, data)

        application_type = _parse_application_type(d.pop("applicationType", UNSET))

        redirect_uris = cast(list[str], d.pop("redirectUris", UNSET))

        post_logout_redirect_uris = cast(list[str], d.pop("postLogoutRedirectUris", UNSET))

        _grant_types = d.pop("grantTypes", UNSET)
        grant_types: list[OidcGrantType | str] | Unset = UNSET
        if _grant_types is not UNSET:
            grant_types = []
            for componentsschemas_oidc_grant_types_item_data in _grant_types:

                def _parse_componentsschemas_oidc_grant_types_item(
                    data: object,
                ) -> OidcGrantType | str:
                    return cast(OidcGrantType | str, data)

                componentsschemas_oidc_grant_types_item = (
                    _parse_componentsschemas_oidc_grant_types_item(
                        componentsschemas_oidc_grant_types_item_data
                    )
                )

                grant_types.append(componentsschemas_oidc_grant_types_item)

        _response_types = d.pop("responseTypes", UNSET)
        response_types: list[OidcResponseType | str] | Unset = UNSET
        if _response_types is not UNSET:
            response_types = []
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

        scopes = cast(list[str], d.pop("scopes", UNSET))

        def _parse_token_endpoint_auth_method(data: object) -> OidcAuthMethod | str | Unset:
            return cast(OidcAuthMethod | str | Unset, data)

        token_endpoint_auth_method = _parse_token_endpoint_auth_method(
            d.pop("tokenEndpointAuthMethod", UNSET)
        )

        def _parse_id_token_signed_response_alg(data: object) -> OidcSigningAlgorithm | str | Unset:
            return cast(OidcSigningAlgorithm | str | Unset, data)

        id_token_signed_response_alg = _parse_id_token_signed_response_alg(
            d.pop("idTokenSignedResponseAlg", UNSET)
        )

        def _parse_jwks(data: object) -> None | OidcJwksType0 | Unset:
            try:
                if not isinstance(data, dict):
                    raise TypeError
                componentsschemas_oidc_jwks_type_0 = OidcJwksType0.from_dict(data)

                return componentsschemas_oidc_jwks_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | OidcJwksType0 | Unset, data)

        jwks = _parse_jwks(d.pop("jwks", UNSET))

        def _parse_jwks_uri(data: object) -> None | str | Unset:
            return cast(None | str | Unset, data)

        jwks_uri = _parse_jwks_uri(d.pop("jwksUri", UNSET))

        require_pkce = d.pop("requirePkce", UNSET)

        def _parse_access_token_format(data: object) -> OidcAccessTokenFormat | str | Unset:
            return cast(OidcAccessTokenFormat | str | Unset, data)

        access_token_format = _parse_access_token_format(d.pop("accessTokenFormat", UNSET))

        def _parse_access_token_signing_alg(data: object) -> OidcAccessTokenAlgorithm | str | Unset:
            return cast(OidcAccessTokenAlgorithm | str | Unset, data)

        access_token_signing_alg = _parse_access_token_signing_alg(
            d.pop("accessTokenSigningAlg", UNSET)
        )

        access_token_ttl = d.pop("accessTokenTtl", UNSET)

        id_token_ttl = d.pop("idTokenTtl", UNSET)

        id_token_claims = d.pop("idTokenClaims", UNSET)

        refresh_token_ttl = d.pop("refreshTokenTtl", UNSET)

        refresh_token_rotation = d.pop("refreshTokenRotation", UNSET)

        refresh_reuse_window = d.pop("refreshReuseWindow", UNSET)

        consent_required = d.pop("consentRequired", UNSET)

        allowed_origins = cast(list[str], d.pop("allowedOrigins", UNSET))

        def _parse_backchannel_logout_uri(data: object) -> None | str | Unset:
            return cast(None | str | Unset, data)

        backchannel_logout_uri = _parse_backchannel_logout_uri(d.pop("backchannelLogoutUri", UNSET))

        def _parse_subject_type(data: object) -> OidcSubjectType | str | Unset:
            return cast(OidcSubjectType | str | Unset, data)

        subject_type = _parse_subject_type(d.pop("subjectType", UNSET))

        dpop_bound_access_tokens = d.pop("dpopBoundAccessTokens", UNSET)

        resources = cast(list[str], d.pop("resources", UNSET))

        served_resources = cast(list[str], d.pop("servedResources", UNSET))

        _assertion_audiences = d.pop("assertionAudiences", UNSET)
        assertion_audiences: list[AssertionAudience] | Unset = UNSET
        if _assertion_audiences is not UNSET:
            assertion_audiences = []
            for componentsschemas_assertion_audiences_item_data in _assertion_audiences:
                componentsschemas_assertion_audiences_item = AssertionAudience.from_dict(
                    componentsschemas_assertion_audiences_item_data
                )

                assertion_audiences.append(componentsschemas_assertion_audiences_item)

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

        require_pushed_authorization_requests = d.pop("requirePushedAuthorizationRequests", UNSET)

        require_signed_request_object = d.pop("requireSignedRequestObject", UNSET)

        require_issuer_audience = d.pop("requireIssuerAudience", UNSET)

        def _parse_profile(data: object) -> None | OidcProfile | str | Unset:
            return cast(None | OidcProfile | str | Unset, data)

        profile = _parse_profile(d.pop("profile", UNSET))

        oidc_client_input = cls(
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
        )

        return oidc_client_input
