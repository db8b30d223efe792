import builtins
import datetime
from typing import Any

from keyward_client._request import (
    Request,
    json_content,
    new_idempotency_key,
)

from ...models.initial_access_token_input import InitialAccessTokenInput
from ...models.initial_access_token_with_secret import InitialAccessTokenWithSecret
from ...models.registered_application_type import RegisteredApplicationType
from ...models.registered_auth_method import RegisteredAuthMethod
from ...types import UNSET, Unset


def request(
    *,
    name: str,
    max_uses: int | Unset = UNSET,
    application_types: builtins.list[RegisteredApplicationType | str] | Unset = UNSET,
    auth_methods: builtins.list[RegisteredAuthMethod | str] | Unset = UNSET,
    redirect_hosts: builtins.list[str] | None | Unset = UNSET,
    scopes: builtins.list[str] | None | Unset = UNSET,
    access_token_ttl: int | Unset = UNSET,
    refresh_token_ttl: int | Unset = UNSET,
    expires_at: datetime.datetime | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
    x_wrap_ttl: int | Unset = UNSET,
) -> Request:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    if not isinstance(x_wrap_ttl, Unset):
        headers["X-Wrap-Ttl"] = str(x_wrap_ttl)

    headers.setdefault("Idempotency-Key", new_idempotency_key())

    _body = InitialAccessTokenInput(
        name=name,
        max_uses=max_uses,
        application_types=application_types,
        auth_methods=auth_methods,
        redirect_hosts=redirect_hosts,
        scopes=scopes,
        access_token_ttl=access_token_ttl,
        refresh_token_ttl=refresh_token_ttl,
        expires_at=expires_at,
    ).to_dict()
    return Request(
        "POST",
        "/api/v1/oidc/initial-access-tokens",
        accept="application/json",
        headers=headers,
        content_type="application/json",
        content=json_content(_body, optional=False),
    )


def answer(data: Any) -> InitialAccessTokenWithSecret:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = InitialAccessTokenWithSecret.from_dict(data)

    return response_200
