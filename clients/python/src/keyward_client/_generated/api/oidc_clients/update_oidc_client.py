import builtins
from typing import Any

from keyward_client._request import (
    Request,
    json_content,
    segment,
)

from ...models.assertion_audience import AssertionAudience
from ...models.oidc_access_token_algorithm import OidcAccessTokenAlgorithm
from ...models.oidc_access_token_format import OidcAccessTokenFormat
from ...models.oidc_auth_method import OidcAuthMethod
from ...models.oidc_client_core import OidcClientCore
from ...models.oidc_client_patch import OidcClientPatch
from ...models.oidc_client_status import OidcClientStatus
from ...models.oidc_grant_type import OidcGrantType
from ...models.oidc_jwks_type_0 import OidcJwksType0
from ...models.oidc_profile import OidcProfile
from ...models.oidc_response_type import OidcResponseType
from ...models.oidc_signing_algorithm import OidcSigningAlgorithm
from ...models.oidc_subject_type import OidcSubjectType
from ...types import UNSET, Unset


def request(
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
) -> Request:
    headers: dict[str, Any] = {}
    if not isinstance(if_match, Unset):
        headers["If-Match"] = if_match

    _body = OidcClientPatch(
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
    ).to_dict()
    return Request(
        "PATCH",
        f"/api/v1/oidc/clients/{segment(client_id)}",
        accept="application/json",
        headers=headers,
        content_type="application/json",
        content=json_content(_body, optional=False),
    )


def answer(data: Any) -> OidcClientCore:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = OidcClientCore.from_dict(data)

    return response_200
