import builtins
from typing import Any

from keyward_client._request import (
    Request,
    json_content,
)

from ...models.jit_credential_with_secret import JitCredentialWithSecret
from ...models.token_exchange import TokenExchange
from ...types import UNSET, Unset


def request(
    *,
    org_id: str,
    identity_id: str,
    token: str,
    scopes: builtins.list[str] | Unset = UNSET,
    duration: str | Unset = UNSET,
    x_wrap_ttl: int | Unset = UNSET,
) -> Request:
    headers: dict[str, Any] = {}
    if not isinstance(x_wrap_ttl, Unset):
        headers["X-Wrap-Ttl"] = str(x_wrap_ttl)

    _body = TokenExchange(
        org_id=org_id,
        identity_id=identity_id,
        token=token,
        scopes=scopes,
        duration=duration,
    ).to_dict()
    return Request(
        "POST",
        "/api/v1/credentials/exchange",
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
