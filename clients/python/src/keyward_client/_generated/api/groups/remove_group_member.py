from typing import Any

from keyward_client._request import Request, segment

from ...models.deleted import Deleted
from ...types import UNSET, Unset


def request(
    group_id: str,
    user_id: str,
    *,
    acknowledge_lockout: bool | Unset = UNSET,
) -> Request:

    params: dict[str, Any] = {}

    params["acknowledgeLockout"] = acknowledge_lockout

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    return Request(
        "DELETE",
        f"/api/v1/directory/groups/{segment(group_id)}/members/{segment(user_id)}",
        accept="application/json",
        query=params,
    )


def answer(data: Any) -> Deleted:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = Deleted.from_dict(data)

    return response_200
