from typing import Any

from keyward_client._request import Request

from ...models.totp_config import TotpConfig


def request() -> Request:

    return Request(
        "GET",
        "/api/v1/auth/totp-config",
        accept="application/json",
    )


def answer(data: Any) -> TotpConfig:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = TotpConfig.from_dict(data)

    return response_200
