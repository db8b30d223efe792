from typing import Any

from keyward_client._request import Request

from ...models.revoked_own_credential import RevokedOwnCredential


def request() -> Request:

    return Request(
        "POST",
        "/api/v1/credentials/revoke-own",
        accept="application/json",
    )


def answer(data: Any) -> RevokedOwnCredential:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = RevokedOwnCredential.from_dict(data)

    return response_200
