import builtins
from typing import Any

from keyward_client._request import (
    Request,
    json_content,
    new_idempotency_key,
)

from ...models.claim_mapping import ClaimMapping
from ...models.oidc_scope import OidcScope
from ...models.oidc_scope_input import OidcScopeInput
from ...types import UNSET, Unset


def request(
    *,
    name: str,
    display_name: str | Unset = UNSET,
    description: None | str | Unset = UNSET,
    claims: builtins.list[ClaimMapping] | Unset = UNSET,
    is_default: bool | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Request:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    headers.setdefault("Idempotency-Key", new_idempotency_key())

    _body = OidcScopeInput(
        name=name,
        display_name=display_name,
        description=description,
        claims=claims,
        is_default=is_default,
    ).to_dict()
    return Request(
        "POST",
        "/api/v1/oidc/scopes",
        accept="application/json",
        headers=headers,
        content_type="application/json",
        content=json_content(_body, optional=False),
    )


def answer(data: Any) -> OidcScope:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = OidcScope.from_dict(data)

    return response_200
