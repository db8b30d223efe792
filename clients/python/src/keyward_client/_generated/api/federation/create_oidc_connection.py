import builtins
from typing import Any

from keyward_client._request import (
    Request,
    json_content,
    new_idempotency_key,
)

from ...models.connection_account_linking import ConnectionAccountLinking
from ...models.connection_attribute_mapping import ConnectionAttributeMapping
from ...models.group_mapping import GroupMapping
from ...models.oidc_connection import OidcConnection
from ...models.oidc_connection_input import OidcConnectionInput
from ...models.token_endpoint_auth_method import TokenEndpointAuthMethod
from ...types import UNSET, Unset


def request(
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
) -> Request:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    headers.setdefault("Idempotency-Key", new_idempotency_key())

    _body = OidcConnectionInput(
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
    ).to_dict()
    return Request(
        "POST",
        "/api/v1/federation/oidc",
        accept="application/json",
        headers=headers,
        content_type="application/json",
        content=json_content(_body, optional=False),
    )


def answer(data: Any) -> OidcConnection:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = OidcConnection.from_dict(data)

    return response_200
