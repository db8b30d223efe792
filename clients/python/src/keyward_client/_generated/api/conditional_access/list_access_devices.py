from typing import Any

from keyward_client._request import Request

from ...models.access_device_list import AccessDeviceList
from ...models.written_device_trust import WrittenDeviceTrust
from ...types import UNSET, Unset


def request(
    *,
    user_id: str | Unset = UNSET,
    trust: str | Unset | WrittenDeviceTrust = UNSET,
    page: int | Unset = UNSET,
    cursor: str | Unset = UNSET,
    limit: int | Unset = UNSET,
) -> Request:

    params: dict[str, Any] = {}

    params["userId"] = user_id

    json_trust: str | Unset
    if isinstance(trust, Unset):
        json_trust = UNSET
    else:
        json_trust = trust
    params["trust"] = json_trust

    params["page"] = page

    params["cursor"] = cursor

    params["limit"] = limit

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    return Request(
        "GET",
        "/api/v1/conditional-access/devices",
        accept="application/json",
        query=params,
    )


def answer(data: Any) -> AccessDeviceList:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = AccessDeviceList.from_dict(data)

    return response_200
