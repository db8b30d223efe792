from typing import Any

from keyward_client._request import Request, segment

from ...models.oidc_client_core import OidcClientCore


def request(
    client_id: str,
) -> Request:

    return Request(
        "GET",
        f"/api/v1/oidc/clients/{segment(client_id)}",
        accept="application/json",
    )


def answer(data: Any) -> OidcClientCore:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = OidcClientCore.from_dict(data)

    return response_200
