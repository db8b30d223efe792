from typing import Any

from keyward_client._request import Request

from ...models.webhook_list import WebhookList
from ...models.webhook_status import WebhookStatus
from ...types import UNSET, Unset


def request(
    *,
    status: str | Unset | WebhookStatus = UNSET,
    failing: bool | Unset = UNSET,
    has_dead_letters: bool | Unset = UNSET,
    page: int | Unset = UNSET,
    limit: int | Unset = UNSET,
) -> Request:

    params: dict[str, Any] = {}

    json_status: str | Unset
    if isinstance(status, Unset):
        json_status = UNSET
    else:
        json_status = status
    params["status"] = json_status

    params["failing"] = failing

    params["hasDeadLetters"] = has_dead_letters

    params["page"] = page

    params["limit"] = limit

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    return Request(
        "GET",
        "/api/v1/webhooks",
        accept="application/json",
        query=params,
    )


def answer(data: Any) -> WebhookList:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = WebhookList.from_dict(data)

    return response_200
