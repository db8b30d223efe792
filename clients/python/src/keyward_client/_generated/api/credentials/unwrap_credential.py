from typing import Any

from keyward_client._request import Request, json_content

from ...models.unwrap_request import UnwrapRequest
from ...models.unwrapped_secret import UnwrappedSecret


def request(
    *,
    token: str,
) -> Request:

    _body = UnwrapRequest(
        token=token,
    ).to_dict()
    return Request(
        "POST",
        "/api/v1/credentials/unwrap",
        accept="application/json",
        content_type="application/json",
        content=json_content(_body, optional=False),
    )


def answer(data: Any) -> UnwrappedSecret:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = UnwrappedSecret.from_dict(data)

    return response_200
