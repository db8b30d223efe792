from typing import Any

from keyward_client._request import Request

from ...models.oidc_blocked_hosts import OidcBlockedHosts


def request() -> Request:

    return Request(
        "GET",
        "/api/v1/oidc/agents/blocked-hosts",
        accept="application/json",
    )


def answer(data: Any) -> OidcBlockedHosts:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = OidcBlockedHosts.from_dict(data)

    return response_200
