from typing import Any

from keyward._request import Request, segment

from ...models.dead_letter_list import DeadLetterList
from ...models.list_dead_letters_sort import ListDeadLettersSort
from ...types import UNSET, Unset


def request(
    id: str,
    *,
    event_type: str | Unset = UNSET,
    sort: ListDeadLettersSort | Unset = UNSET,
    page: int | Unset = UNSET,
    cursor: str | Unset = UNSET,
    limit: int | Unset = UNSET,
) -> Request:

    params: dict[str, Any] = {}

    params["eventType"] = event_type

    params["sort"] = sort

    params["page"] = page

    params["cursor"] = cursor

    params["limit"] = limit

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    return Request(
        "GET",
        f"/api/v1/webhooks/{segment(id)}/dead-letters",
        accept="application/json",
        query=params,
    )


def answer(data: Any) -> DeadLetterList:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = DeadLetterList.from_dict(data)

    return response_200
