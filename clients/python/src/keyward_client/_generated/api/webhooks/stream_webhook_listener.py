from typing import Any, cast

from keyward_client._request import Request, segment

from ...types import UNSET, Unset


def request(
    id: str,
    *,
    after: str | Unset = UNSET,
    seconds: int | Unset = UNSET,
) -> Request:

    params: dict[str, Any] = {}

    params["after"] = after

    params["seconds"] = seconds

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    return Request(
        "GET",
        f"/api/v1/webhook-listeners/{segment(id)}/deliveries",
        accept="application/x-ndjson",
        query=params,
    )


def answer(data: Any) -> str:
    if data is None:
        raise TypeError
    return cast(str, data)
