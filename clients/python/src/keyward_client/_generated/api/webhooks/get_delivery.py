from typing import Any

from keyward_client._request import Request, segment

from ...models.delivery_detail import DeliveryDetail


def request(
    id: str,
    delivery_id: str,
) -> Request:

    return Request(
        "GET",
        f"/api/v1/webhooks/{segment(id)}/deliveries/{segment(delivery_id)}",
        accept="application/json",
    )


def answer(data: Any) -> DeliveryDetail:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = DeliveryDetail.from_dict(data)

    return response_200
