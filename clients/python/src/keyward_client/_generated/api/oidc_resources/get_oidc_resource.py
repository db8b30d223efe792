from typing import Any

from keyward_client._request import Request, segment

from ...models.oidc_resource import OidcResource


def request(
    resource_id: str,
) -> Request:

    return Request(
        "GET",
        f"/api/v1/oidc/resources/{segment(resource_id)}",
        accept="application/json",
    )


def answer(data: Any) -> OidcResource:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = OidcResource.from_dict(data)

    return response_200
