from typing import Any

from keyward_client._request import Request, segment

from ...models.federated_domain import FederatedDomain


def request(
    domain: str,
) -> Request:

    return Request(
        "POST",
        f"/api/v1/federation/domains/{segment(domain)}/verify",
        accept="application/json",
    )


def answer(data: Any) -> FederatedDomain:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = FederatedDomain.from_dict(data)

    return response_200
