from typing import Any

from keyward_client._request import Request

from ...models.client_registration import ClientRegistration


def request() -> Request:

    return Request(
        "GET",
        "/api/v1/oidc/client-registration",
        accept="application/json",
    )


def answer(data: Any) -> ClientRegistration:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = ClientRegistration.from_dict(data)

    return response_200
