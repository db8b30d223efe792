import builtins
import datetime
from typing import Any

from keyward_client._request import (
    Request,
    json_content,
    new_idempotency_key,
)

from ...models.credential_input import CredentialInput
from ...models.credential_input_type import CredentialInputType
from ...models.credential_with_secret import CredentialWithSecret
from ...models.metadata import Metadata
from ...types import UNSET, Unset


def request(
    *,
    identity_id: str,
    name: str,
    type_: CredentialInputType | Unset = UNSET,
    scopes: builtins.list[str] | Unset = UNSET,
    is_temporary: bool | Unset = UNSET,
    ttl: int | Unset = UNSET,
    max_usage_count: int | None | Unset = UNSET,
    expires_at: datetime.datetime | None | Unset = UNSET,
    allowed_ips: builtins.list[str] | None | Unset = UNSET,
    rate_limit_per_minute: int | None | Unset = UNSET,
    metadata: Metadata | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
    x_wrap_ttl: int | Unset = UNSET,
) -> Request:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    if not isinstance(x_wrap_ttl, Unset):
        headers["X-Wrap-Ttl"] = str(x_wrap_ttl)

    headers.setdefault("Idempotency-Key", new_idempotency_key())

    _body = CredentialInput(
        identity_id=identity_id,
        name=name,
        type_=type_,
        scopes=scopes,
        is_temporary=is_temporary,
        ttl=ttl,
        max_usage_count=max_usage_count,
        expires_at=expires_at,
        allowed_ips=allowed_ips,
        rate_limit_per_minute=rate_limit_per_minute,
        metadata=metadata,
    ).to_dict()
    return Request(
        "POST",
        "/api/v1/credentials",
        accept="application/json",
        headers=headers,
        content_type="application/json",
        content=json_content(_body, optional=False),
    )


def answer(data: Any) -> CredentialWithSecret:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = CredentialWithSecret.from_dict(data)

    return response_200
