from typing import Any

from keyward_client._request import Request, segment

from ...models.scim_group import ScimGroup
from ...types import UNSET, Unset


def request(
    org_id: str,
    id: str,
    *,
    if_match: str | Unset = UNSET,
    x_dry_run: bool | Unset = UNSET,
) -> Request:
    headers: dict[str, Any] = {}
    if not isinstance(if_match, Unset):
        headers["If-Match"] = if_match

    if not isinstance(x_dry_run, Unset):
        headers["X-Dry-Run"] = "true" if x_dry_run else "false"

    return Request(
        "DELETE",
        f"/api/scim/v2/{segment(org_id)}/Groups/{segment(id)}",
        accept="application/scim+json",
        headers=headers,
    )


def answer(data: Any) -> ScimGroup | None:
    if data is None:
        return None
    if not isinstance(data, dict):
        raise TypeError
    response_200 = ScimGroup.from_dict(data)

    return response_200
