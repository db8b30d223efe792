import builtins
from typing import Any

from keyward_client._request import (
    Request,
    json_content,
    new_idempotency_key,
)

from ...models.jit_credential_input import JitCredentialInput
from ...models.jit_credential_with_secret import JitCredentialWithSecret
from ...types import UNSET, Unset


def request(
    *,
    identity_id: str,
    duration: str,
    name: str | Unset = UNSET,
    scopes: builtins.list[str] | Unset = UNSET,
    allowed_ips: builtins.list[str] | None | Unset = UNSET,
    rate_limit_per_minute: int | None | Unset = UNSET,
    max_usage: int | None | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
    x_wrap_ttl: int | Unset = UNSET,
) -> Request:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    if not isinstance(x_wrap_ttl, Unset):
        headers["X-Wrap-Ttl"] = str(x_wrap_ttl)

    headers.setdefault("Idempotency-Key", new_idempotency_key())

    _body = JitCredentialInput(
        identity_id=identity_id,
        duration=duration,
        name=name,
        scopes=scopes,
        allowed_ips=allowed_ips,
        rate_limit_per_minute=rate_limit_per_minute,
        max_usage=max_usage,
    ).to_dict()
    return Request(
        "POST",
        "/api/v1/credentials/jit",
        accept="application/json",
        headers=headers,
        content_type="application/json",
        content=json_content(_body, optional=False),
    )


def answer(data: Any) -> JitCredentialWithSecret:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = JitCredentialWithSecret.from_dict(data)

    return response_200
