import builtins
import datetime
from typing import Any

from keyward_client._request import (
    Request,
    json_content,
    new_idempotency_key,
)

from ...models.scim_permission import ScimPermission
from ...models.scim_profile import ScimProfile
from ...models.scim_token_input import ScimTokenInput
from ...models.scim_token_with_secret import ScimTokenWithSecret
from ...types import UNSET, Unset


def request(
    *,
    name: str,
    profile: ScimProfile | str | Unset = UNSET,
    permissions: builtins.list[ScimPermission | str] | Unset = UNSET,
    allowed_ips: builtins.list[str] | None | Unset = UNSET,
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

    _body = ScimTokenInput(
        name=name,
        profile=profile,
        permissions=permissions,
        allowed_ips=allowed_ips,
        expires_at=expires_at,
    ).to_dict()
    return Request(
        "POST",
        "/api/v1/directory/scim/tokens",
        accept="application/json",
        headers=headers,
        content_type="application/json",
        content=json_content(_body, optional=False),
    )


def answer(data: Any) -> ScimTokenWithSecret:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = ScimTokenWithSecret.from_dict(data)

    return response_200
