from typing import Any

from keyward_client._request import Request

from ...models.password_policy import PasswordPolicy


def request() -> Request:

    return Request(
        "GET",
        "/api/v1/auth/password-policy",
        accept="application/json",
    )


def answer(data: Any) -> PasswordPolicy:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = PasswordPolicy.from_dict(data)

    return response_200
