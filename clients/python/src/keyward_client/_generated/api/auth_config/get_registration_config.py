from typing import Any

from keyward_client._request import Request

from ...models.registration_config import RegistrationConfig


def request() -> Request:

    return Request(
        "GET",
        "/api/v1/auth/registration-config",
        accept="application/json",
    )


def answer(data: Any) -> RegistrationConfig:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = RegistrationConfig.from_dict(data)

    return response_200
