import datetime
from typing import Any

from keyward._request import Request, segment

from ...models.delivery_list import DeliveryList
from ...models.delivery_status import DeliveryStatus
from ...models.list_deliveries_sort import ListDeliveriesSort
from ...types import UNSET, Unset


def request(
    id: str,
    *,
    status: DeliveryStatus | str | Unset = UNSET,
    event_type: str | Unset = UNSET,
    from_: datetime.datetime | Unset = UNSET,
    to: datetime.datetime | Unset = UNSET,
    sort: ListDeliveriesSort | Unset = UNSET,
    page: int | Unset = UNSET,
    cursor: str | Unset = UNSET,
    limit: int | Unset = UNSET,
) -> Request:

    params: dict[str, Any] = {}

    json_status: str | Unset
    if isinstance(status, Unset):
        json_status = UNSET
    else:
        json_status = status
    params["status"] = json_status

    params["eventType"] = event_type

    json_from_: str | Unset = UNSET
    if not isinstance(from_, Unset):
        json_from_ = from_.isoformat()
    params["from"] = json_from_

    json_to: str | Unset = UNSET
    if not isinstance(to, Unset):
        json_to = to.isoformat()
    params["to"] = json_to

    params["sort"] = sort

    params["page"] = page

    params["cursor"] = cursor

    params["limit"] = limit

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    return Request(
        "GET",
        f"/api/v1/webhooks/{segment(id)}/deliveries",
        accept="application/json",
        query=params,
    )


def answer(data: Any) -> DeliveryList:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = DeliveryList.from_dict(data)

    return response_200
