from typing import Any

from keyward_client._request import Request, segment

from ...models.credential import Credential


def request(
    id: str,
) -> Request:

    return Request(
        "GET",
        f"/api/v1/credentials/{segment(id)}",
        accept="application/json",
    )


def answer(data: Any) -> Credential:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = Credential.from_dict(data)

    return response_200
