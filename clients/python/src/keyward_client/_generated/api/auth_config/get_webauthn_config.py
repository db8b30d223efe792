from typing import Any

from keyward_client._request import Request

from ...models.webauthn_config import WebauthnConfig


def request() -> Request:

    return Request(
        "GET",
        "/api/v1/auth/webauthn-config",
        accept="application/json",
    )


def answer(data: Any) -> WebauthnConfig:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = WebauthnConfig.from_dict(data)

    return response_200
