import datetime
from typing import Any, cast

from keyward_client._request import Request

from ...types import UNSET, Unset


def request(
    *,
    from_: datetime.datetime | Unset = UNSET,
    to: datetime.datetime | Unset = UNSET,
) -> Request:

    params: dict[str, Any] = {}

    json_from_: str | Unset = UNSET
    if not isinstance(from_, Unset):
        json_from_ = from_.isoformat()
    params["from"] = json_from_

    json_to: str | Unset = UNSET
    if not isinstance(to, Unset):
        json_to = to.isoformat()
    params["to"] = json_to

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    return Request(
        "GET",
        "/api/v1/audit-logs/export",
        accept="application/x-ndjson",
        query=params,
    )


def answer(data: Any) -> str:
    if data is None:
        raise TypeError
    return cast(str, data)
