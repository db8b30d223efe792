from typing import Any

from keyward_client._request import Request, segment

from ...models.list_scim_groups_sort_order import ListScimGroupsSortOrder
from ...models.scim_group_list import ScimGroupList
from ...types import UNSET, Unset


def request(
    org_id: str,
    *,
    filter_: str | Unset = UNSET,
    sort_by: str | Unset = UNSET,
    sort_order: ListScimGroupsSortOrder | Unset = UNSET,
    start_index: int | Unset = UNSET,
    count: int | Unset = UNSET,
    cursor: str | Unset = UNSET,
    attributes: str | Unset = UNSET,
    excluded_attributes: str | Unset = UNSET,
) -> Request:

    params: dict[str, Any] = {}

    params["filter"] = filter_

    params["sortBy"] = sort_by

    params["sortOrder"] = sort_order

    params["startIndex"] = start_index

    params["count"] = count

    params["cursor"] = cursor

    params["attributes"] = attributes

    params["excludedAttributes"] = excluded_attributes

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    return Request(
        "GET",
        f"/api/scim/v2/{segment(org_id)}/Groups",
        accept="application/scim+json",
        query=params,
    )


def answer(data: Any) -> ScimGroupList:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = ScimGroupList.from_dict(data)

    return response_200
