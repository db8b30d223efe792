from typing import Any

from keyward_client._request import Request, segment

from ...models.scim_group import ScimGroup
from ...types import UNSET, Unset


def request(
    org_id: str,
    id: str,
    *,
    attributes: str | Unset = UNSET,
    excluded_attributes: str | Unset = UNSET,
) -> Request:

    params: dict[str, Any] = {}

    params["attributes"] = attributes

    params["excludedAttributes"] = excluded_attributes

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    return Request(
        "GET",
        f"/api/scim/v2/{segment(org_id)}/Groups/{segment(id)}",
        accept="application/scim+json",
        query=params,
    )


def answer(data: Any) -> ScimGroup:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = ScimGroup.from_dict(data)

    return response_200
