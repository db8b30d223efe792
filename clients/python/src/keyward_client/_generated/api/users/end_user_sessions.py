from typing import Any

from keyward_client._request import Request, segment

from ...models.ended_sessions import EndedSessions


def request(
    user_id: str,
) -> Request:

    return Request(
        "DELETE",
        f"/api/v1/directory/users/{segment(user_id)}/sessions",
        accept="application/json",
    )


def answer(data: Any) -> EndedSessions:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = EndedSessions.from_dict(data)

    return response_200
