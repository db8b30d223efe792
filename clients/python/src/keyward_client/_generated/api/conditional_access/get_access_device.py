from typing import Any

from keyward_client._request import Request, segment

from ...models.access_device import AccessDevice


def request(
    device_id: str,
) -> Request:

    return Request(
        "GET",
        f"/api/v1/conditional-access/devices/{segment(device_id)}",
        accept="application/json",
    )


def answer(data: Any) -> AccessDevice:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = AccessDevice.from_dict(data)

    return response_200
