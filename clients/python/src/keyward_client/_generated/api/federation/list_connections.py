from typing import Any

from keyward_client._request import Request

from ...models.connection_list import ConnectionList
from ...models.connection_status import ConnectionStatus
from ...models.connection_type import ConnectionType
from ...types import UNSET, Unset


def request(
    *,
    status: ConnectionStatus | str | Unset = UNSET,
    type_: ConnectionType | str | Unset = UNSET,
    search: str | Unset = UNSET,
    page: int | Unset = UNSET,
    limit: int | Unset = UNSET,
) -> Request:

    params: dict[str, Any] = {}

    json_status: str | Unset
    if isinstance(status, Unset):
        json_status = UNSET
    else:
        json_status = status
    params["status"] = json_status

    json_type_: str | Unset
    if isinstance(type_, Unset):
        json_type_ = UNSET
    else:
        json_type_ = type_
    params["type"] = json_type_

    params["search"] = search

    params["page"] = page

    params["limit"] = limit

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    return Request(
        "GET",
        "/api/v1/federation",
        accept="application/json",
        query=params,
    )


def answer(data: Any) -> ConnectionList:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = ConnectionList.from_dict(data)

    return response_200
