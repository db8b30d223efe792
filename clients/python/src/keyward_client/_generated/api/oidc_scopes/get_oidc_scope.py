from typing import Any

from keyward_client._request import Request, segment

from ...models.oidc_scope import OidcScope


def request(
    scope_id: str,
) -> Request:

    return Request(
        "GET",
        f"/api/v1/oidc/scopes/{segment(scope_id)}",
        accept="application/json",
    )


def answer(data: Any) -> OidcScope:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = OidcScope.from_dict(data)

    return response_200
