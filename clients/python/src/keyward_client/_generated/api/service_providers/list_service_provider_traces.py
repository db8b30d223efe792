from typing import Any

from keyward_client._request import Request, segment

from ...models.service_provider_trace_list import ServiceProviderTraceList
from ...models.trace_outcome import TraceOutcome
from ...types import UNSET, Unset


def request(
    sp_id: str,
    *,
    outcome: str | TraceOutcome | Unset = UNSET,
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

    params["page"] = page

    params["cursor"] = cursor

    params["limit"] = limit

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    return Request(
        "GET",
        f"/api/v1/saml/service-providers/{segment(sp_id)}/traces",
        accept="application/json",
        query=params,
    )


def answer(data: Any) -> ServiceProviderTraceList:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = ServiceProviderTraceList.from_dict(data)

    return response_200
