from typing import Any

from keyward_client._request import Request, segment

from ...models.deleted import Deleted
from ...types import UNSET, Unset


def request(
    resource_id: str,
    *,
    if_match: str | Unset = UNSET,
) -> Request:
    headers: dict[str, Any] = {}
    if not isinstance(if_match, Unset):
        headers["If-Match"] = if_match

    return Request(
        "DELETE",
        f"/api/v1/oidc/resources/{segment(resource_id)}",
        accept="application/json",
        headers=headers,
    )


def answer(data: Any) -> Deleted:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = Deleted.from_dict(data)

    return response_200
