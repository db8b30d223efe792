import builtins
from typing import Any

from keyward_client._request import (
    Request,
    json_content,
    new_idempotency_key,
)

from ...models.account_linking import AccountLinking
from ...models.social_provider import SocialProvider
from ...models.social_provider_input import SocialProviderInput
from ...models.social_provider_kind import SocialProviderKind
from ...types import UNSET, Unset


def request(
    *,
    provider: SocialProviderKind | str,
    name: str,
    client_id: str,
    client_secret: str | Unset = UNSET,
    issuer: str | Unset = UNSET,
    scopes: builtins.list[str] | Unset = UNSET,
    enabled: bool | Unset = UNSET,
    allow_sign_up: bool | Unset = UNSET,
    account_linking: AccountLinking | str | Unset = UNSET,
    allowed_domains: builtins.list[str] | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Request:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    headers.setdefault("Idempotency-Key", new_idempotency_key())

    _body = SocialProviderInput(
        provider=provider,
        name=name,
        client_id=client_id,
        client_secret=client_secret,
        issuer=issuer,
        scopes=scopes,
        enabled=enabled,
        allow_sign_up=allow_sign_up,
        account_linking=account_linking,
        allowed_domains=allowed_domains,
    ).to_dict()
    return Request(
        "POST",
        "/api/v1/auth/social-providers",
        accept="application/json",
        headers=headers,
        content_type="application/json",
        content=json_content(_body, optional=False),
    )


def answer(data: Any) -> SocialProvider:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = SocialProvider.from_dict(data)

    return response_200
