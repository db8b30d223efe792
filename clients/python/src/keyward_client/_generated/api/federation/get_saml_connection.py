from typing import Any

from keyward_client._request import Request, segment

from ...models.saml_connection import SamlConnection


def request(
    id: str,
) -> Request:

    return Request(
        "GET",
        f"/api/v1/federation/saml/{segment(id)}",
        accept="application/json",
    )


def answer(data: Any) -> SamlConnection:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = SamlConnection.from_dict(data)

    return response_200
