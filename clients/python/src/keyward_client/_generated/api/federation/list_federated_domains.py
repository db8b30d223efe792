from typing import Any

from keyward_client._request import Request

from ...models.domain_status import DomainStatus
from ...models.federated_domain_list import FederatedDomainList
from ...types import UNSET, Unset


def request(
    *,
    status: DomainStatus | str | Unset = UNSET,
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

    params["page"] = page

    params["limit"] = limit

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    return Request(
        "GET",
        "/api/v1/federation/domains",
        accept="application/json",
        query=params,
    )


def answer(data: Any) -> FederatedDomainList:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = FederatedDomainList.from_dict(data)

    return response_200
