import builtins
from typing import Any

from keyward_client._request import (
    Request,
    json_content,
    segment,
)

from ...models.claim_mapping import ClaimMapping
from ...models.oidc_scope import OidcScope
from ...models.oidc_scope_patch import OidcScopePatch
from ...types import UNSET, Unset


def request(
    scope_id: str,
    *,
    display_name: str | Unset = UNSET,
    description: None | str | Unset = UNSET,
    claims: builtins.list[ClaimMapping] | Unset = UNSET,
    is_default: bool | Unset = UNSET,
    if_match: str | Unset = UNSET,
) -> Request:
    headers: dict[str, Any] = {}
    if not isinstance(if_match, Unset):
        headers["If-Match"] = if_match

    _body = OidcScopePatch(
        display_name=display_name,
        description=description,
        claims=claims,
        is_default=is_default,
    ).to_dict()
    return Request(
        "PATCH",
        f"/api/v1/oidc/scopes/{segment(scope_id)}",
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
