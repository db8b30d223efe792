from typing import Any

from keyward_client._request import Request, segment

from ...models.deleted import Deleted


def request(
    agent_id: str,
) -> Request:

    return Request(
        "DELETE",
        f"/api/v1/oidc/agents/{segment(agent_id)}",
        accept="application/json",
    )


def answer(data: Any) -> Deleted:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = Deleted.from_dict(data)

    return response_200
