from typing import Any

from keyward_client._request import Request, segment

from ...models.named_location import NamedLocation


def request(
    id: str,
) -> Request:

    return Request(
        "GET",
        f"/api/v1/conditional-access/named-locations/{segment(id)}",
        accept="application/json",
    )


def answer(data: Any) -> NamedLocation:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = NamedLocation.from_dict(data)

    return response_200
