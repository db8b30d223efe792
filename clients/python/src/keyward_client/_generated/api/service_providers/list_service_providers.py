from typing import Any

from keyward_client._request import Request

from ...models.service_provider_list import ServiceProviderList
from ...models.service_provider_status import ServiceProviderStatus
from ...types import UNSET, Unset


def request(
    *,
    status: ServiceProviderStatus | str | Unset = UNSET,
    entity_id: str | Unset = UNSET,
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

    params["entityId"] = entity_id

    params["search"] = search

    params["page"] = page

    params["limit"] = limit

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    return Request(
        "GET",
        "/api/v1/saml/service-providers",
        accept="application/json",
        query=params,
    )


def answer(data: Any) -> ServiceProviderList:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = ServiceProviderList.from_dict(data)

    return response_200
