from typing import Any

from keyward_client._request import Request

from ...models.oidc_client_metadata import OidcClientMetadata


def request() -> Request:

    return Request(
        "GET",
        "/api/v1/oidc/client-metadata",
        accept="application/json",
    )


def answer(data: Any) -> OidcClientMetadata:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = OidcClientMetadata.from_dict(data)

    return response_200
