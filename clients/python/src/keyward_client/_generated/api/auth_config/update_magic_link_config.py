import builtins
from typing import Any

from keyward_client._request import (
    Request,
    json_content,
)

from ...models.magic_link_config import MagicLinkConfig
from ...models.magic_link_config_change import MagicLinkConfigChange
from ...types import UNSET, Unset


def request(
    *,
    enabled: bool | Unset = UNSET,
    ttl_seconds: int | Unset = UNSET,
    max_per_hour: int | Unset = UNSET,
    bind_to_browser: bool | Unset = UNSET,
    allow_sign_up: bool | Unset = UNSET,
    redirect_allowlist: builtins.list[str] | Unset = UNSET,
    if_match: str | Unset = UNSET,
) -> Request:
    headers: dict[str, Any] = {}
    if not isinstance(if_match, Unset):
        headers["If-Match"] = if_match

    _body = MagicLinkConfigChange(
        enabled=enabled,
        ttl_seconds=ttl_seconds,
        max_per_hour=max_per_hour,
        bind_to_browser=bind_to_browser,
        allow_sign_up=allow_sign_up,
        redirect_allowlist=redirect_allowlist,
    ).to_dict()
    return Request(
        "PUT",
        "/api/v1/auth/magic-link-config",
        accept="application/json",
        headers=headers,
        content_type="application/json",
        content=json_content(_body, optional=False),
    )


def answer(data: Any) -> MagicLinkConfig:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = MagicLinkConfig.from_dict(data)

    return response_200
