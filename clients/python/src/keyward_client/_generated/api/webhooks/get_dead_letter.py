from typing import Any

from keyward_client._request import Request, segment

from ...models.dead_letter_detail import DeadLetterDetail


def request(
    id: str,
    dead_letter_id: str,
) -> Request:

    return Request(
        "GET",
        f"/api/v1/webhooks/{segment(id)}/dead-letters/{segment(dead_letter_id)}",
        accept="application/json",
    )


def answer(data: Any) -> DeadLetterDetail:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = DeadLetterDetail.from_dict(data)

    return response_200
