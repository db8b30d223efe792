from typing import Any

from keyward_client._request import Request, segment

from ...models.initial_access_token_core import InitialAccessTokenCore


def request(
    token_id: str,
) -> Request:

    return Request(
        "GET",
        f"/api/v1/oidc/initial-access-tokens/{segment(token_id)}",
        accept="application/json",
    )


def answer(data: Any) -> InitialAccessTokenCore:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = InitialAccessTokenCore.from_dict(data)

    return response_200
