from typing import Any

from keyward_client._request import Request, segment

from ...models.test_sign_in_link import TestSignInLink


def request(
    id: str,
) -> Request:

    return Request(
        "POST",
        f"/api/v1/federation/{segment(id)}/test-sign-in",
        accept="application/json",
    )


def answer(data: Any) -> TestSignInLink:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = TestSignInLink.from_dict(data)

    return response_200
