from typing import Any

from keyward_client._request import Request, segment

from ...models.scim_resource_type_list import ScimResourceTypeList
from ...types import UNSET, Unset


def request(
    org_id: str,
    *,
    filter_: str | Unset = UNSET,
) -> Request:

    params: dict[str, Any] = {}

    params["filter"] = filter_

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    return Request(
        "GET",
        f"/api/scim/v2/{segment(org_id)}/ResourceTypes",
        accept="application/scim+json",
        query=params,
    )


def answer(data: Any) -> ScimResourceTypeList:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = ScimResourceTypeList.from_dict(data)

    return response_200
