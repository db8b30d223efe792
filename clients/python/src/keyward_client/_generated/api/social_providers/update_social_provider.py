import builtins
from typing import Any

from keyward_client._request import (
    Request,
    json_content,
    segment,
)

from ...models.account_linking import AccountLinking
from ...models.social_provider import SocialProvider
from ...models.social_provider_change import SocialProviderChange
from ...types import UNSET, Unset


def request(
    provider_id: str,
    *,
    name: str | Unset = UNSET,
    client_id: str | Unset = UNSET,
    client_secret: str | Unset = UNSET,
    scopes: builtins.list[str] | Unset = UNSET,
    enabled: bool | Unset = UNSET,
    allow_sign_up: bool | Unset = UNSET,
    account_linking: AccountLinking | str | Unset = UNSET,
    allowed_domains: builtins.list[str] | Unset = UNSET,
    if_match: str | Unset = UNSET,
) -> Request:
    headers: dict[str, Any] = {}
    if not isinstance(if_match, Unset):
        headers["If-Match"] = if_match

    _body = SocialProviderChange(
        name=name,
        client_id=client_id,
        client_secret=client_secret,
        scopes=scopes,
        enabled=enabled,
        allow_sign_up=allow_sign_up,
        account_linking=account_linking,
        allowed_domains=allowed_domains,
    ).to_dict()
    return Request(
        "PATCH",
        f"/api/v1/auth/social-providers/{segment(provider_id)}",
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
