from typing import Any

from keyward_client._request import Request, segment

from ...models.service_provider import ServiceProvider


def request(
    sp_id: str,
) -> Request:

    return Request(
        "GET",
        f"/api/v1/saml/service-providers/{segment(sp_id)}",
        accept="application/json",
    )


def answer(data: Any) -> ServiceProvider:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = ServiceProvider.from_dict(data)

    return response_200
