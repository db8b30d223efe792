import builtins
from typing import Any

from keyward_client._request import (
    Request,
    json_content,
    new_idempotency_key,
)

from ...models.oidc_access_token_format import OidcAccessTokenFormat
from ...models.oidc_resource import OidcResource
from ...models.oidc_resource_input import OidcResourceInput
from ...models.resource_scope import ResourceScope
from ...types import UNSET, Unset


def request(
    *,
    identifier: str,
    name: str,
    description: None | str | Unset = UNSET,
    scopes: builtins.list[ResourceScope] | Unset = UNSET,
    access_token_ttl: int | Unset = UNSET,
    access_token_format: OidcAccessTokenFormat | str | Unset = UNSET,
    clients: builtins.list[str] | None | Unset = UNSET,
    agents: bool | Unset = UNSET,
    served_by: builtins.list[str] | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Request:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    headers.setdefault("Idempotency-Key", new_idempotency_key())

    _body = OidcResourceInput(
        identifier=identifier,
        name=name,
        description=description,
        scopes=scopes,
        access_token_ttl=access_token_ttl,
        access_token_format=access_token_format,
        clients=clients,
        agents=agents,
        served_by=served_by,
    ).to_dict()
    return Request(
        "POST",
        "/api/v1/oidc/resources",
        accept="application/json",
        headers=headers,
        content_type="application/json",
        content=json_content(_body, optional=False),
    )


def answer(data: Any) -> OidcResource:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = OidcResource.from_dict(data)

    return response_200
