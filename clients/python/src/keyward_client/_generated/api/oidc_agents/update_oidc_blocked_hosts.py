import builtins
from typing import Any

from keyward_client._request import (
    Request,
    json_content,
)

from ...models.oidc_blocked_hosts import OidcBlockedHosts
from ...models.oidc_blocked_hosts_change import OidcBlockedHostsChange
from ...types import UNSET, Unset


def request(
    *,
    hosts: builtins.list[str],
    if_match: str | Unset = UNSET,
) -> Request:
    headers: dict[str, Any] = {}
    if not isinstance(if_match, Unset):
        headers["If-Match"] = if_match

    _body = OidcBlockedHostsChange(
        hosts=hosts,
    ).to_dict()
    return Request(
        "PUT",
        "/api/v1/oidc/agents/blocked-hosts",
        accept="application/json",
        headers=headers,
        content_type="application/json",
        content=json_content(_body, optional=False),
    )


def answer(data: Any) -> OidcBlockedHosts:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = OidcBlockedHosts.from_dict(data)

    return response_200
