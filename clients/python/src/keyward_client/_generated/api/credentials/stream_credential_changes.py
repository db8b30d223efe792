from typing import Any, cast

from keyward_client._request import Request

from ...types import UNSET, Unset


def request(
    *,
    after: str | Unset = UNSET,
    seconds: int | Unset = UNSET,
    last_event_id: str | Unset = UNSET,
) -> Request:
    headers: dict[str, Any] = {}
    if not isinstance(last_event_id, Unset):
        headers["Last-Event-ID"] = last_event_id

    params: dict[str, Any] = {}

    params["after"] = after

    params["seconds"] = seconds

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    return Request(
        "GET",
        "/api/v1/credentials/changes",
        accept="text/event-stream",
        query=params,
        headers=headers,
    )


def answer(data: Any) -> str:
    if data is None:
        raise TypeError
    return cast(str, data)
