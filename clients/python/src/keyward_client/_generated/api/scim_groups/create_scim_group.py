from typing import Any

from keyward_client._request import Request, json_content, segment

from ...models.scim_group import ScimGroup
from ...models.scim_group_input import ScimGroupInput
from ...types import UNSET, Unset


def request(
    org_id: str,
    *,
    body: ScimGroupInput,
    attributes: str | Unset = UNSET,
    excluded_attributes: str | Unset = UNSET,
    x_dry_run: bool | Unset = UNSET,
) -> Request:
    headers: dict[str, Any] = {}
    if not isinstance(x_dry_run, Unset):
        headers["X-Dry-Run"] = "true" if x_dry_run else "false"

    params: dict[str, Any] = {}

    params["attributes"] = attributes

    params["excludedAttributes"] = excluded_attributes

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _body: Any = UNSET
    _body = body

    return Request(
        "POST",
        f"/api/scim/v2/{segment(org_id)}/Groups",
        accept="application/scim+json",
        query=params,
        headers=headers,
        content_type="application/scim+json",
        content=json_content(_body, optional=False),
    )


def answer(data: Any) -> ScimGroup:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = ScimGroup.from_dict(data)

    return response_200
