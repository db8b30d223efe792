from typing import Any

from keyward_client._request import Request, segment

from ...models.connection_trace_list import ConnectionTraceList
from ...models.connection_trace_outcome import ConnectionTraceOutcome
from ...types import UNSET, Unset


def request(
    id: str,
    *,
    outcome: ConnectionTraceOutcome | str | Unset = UNSET,
    reference: str | Unset = UNSET,
    page: int | Unset = UNSET,
    cursor: str | Unset = UNSET,
    limit: int | Unset = UNSET,
) -> Request:

    params: dict[str, Any] = {}

    json_outcome: str | Unset
    if isinstance(outcome, Unset):
        json_outcome = UNSET
    else:
        json_outcome = outcome
    params["outcome"] = json_outcome

    params["reference"] = reference

    params["page"] = page

    params["cursor"] = cursor

    params["limit"] = limit

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    return Request(
        "GET",
        f"/api/v1/federation/{segment(id)}/traces",
        accept="application/json",
        query=params,
    )


def answer(data: Any) -> ConnectionTraceList:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = ConnectionTraceList.from_dict(data)

    return response_200
