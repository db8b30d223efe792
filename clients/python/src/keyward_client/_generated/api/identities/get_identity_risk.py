from typing import Any

from keyward_client._request import Request, segment

from ...models.identity_risk import IdentityRisk


def request(
    id: str,
) -> Request:

    return Request(
        "GET",
        f"/api/v1/identities/{segment(id)}/risk",
        accept="application/json",
    )


def answer(data: Any) -> IdentityRisk:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = IdentityRisk.from_dict(data)

    return response_200
