from typing import Any

from keyward_client._request import Request, segment

from ...models.oidc_connection import OidcConnection


def request(
    id: str,
) -> Request:

    return Request(
        "GET",
        f"/api/v1/federation/oidc/{segment(id)}",
        accept="application/json",
    )


def answer(data: Any) -> OidcConnection:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = OidcConnection.from_dict(data)

    return response_200
