from typing import Any

from keyward_client._request import Request, segment

from ...models.connection_test import ConnectionTest


def request(
    id: str,
) -> Request:

    return Request(
        "POST",
        f"/api/v1/federation/saml/{segment(id)}/test",
        accept="application/json",
    )


def answer(data: Any) -> ConnectionTest:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = ConnectionTest.from_dict(data)

    return response_200
