from typing import Any

from keyward_client._request import Request

from ...models.oidc_application_type import OidcApplicationType
from ...models.oidc_client_list import OidcClientList
from ...models.oidc_client_status import OidcClientStatus
from ...types import UNSET, Unset


def request(
    *,
    status: OidcClientStatus | str | Unset = UNSET,
    application_type: OidcApplicationType | str | Unset = UNSET,
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

    json_application_type: str | Unset
    if isinstance(application_type, Unset):
        json_application_type = UNSET
    else:
        json_application_type = application_type
    params["applicationType"] = json_application_type

    params["search"] = search

    params["page"] = page

    params["limit"] = limit

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    return Request(
        "GET",
        "/api/v1/oidc/clients",
        accept="application/json",
        query=params,
    )


def answer(data: Any) -> OidcClientList:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = OidcClientList.from_dict(data)

    return response_200
