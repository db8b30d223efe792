import datetime
from typing import Any

from keyward_client._request import Request, json_content, new_idempotency_key, segment

from ...models.redelivery import Redelivery
from ...models.replay_range import ReplayRange
from ...types import UNSET, Unset


def request(
    id: str,
    *,
    since: datetime.datetime,
    until: datetime.datetime | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Request:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    headers.setdefault("Idempotency-Key", new_idempotency_key())

    _body = ReplayRange(
        since=since,
        until=until,
    ).to_dict()
    return Request(
        "POST",
        f"/api/v1/webhooks/{segment(id)}/dead-letters/replay",
        accept="application/json",
        headers=headers,
        content_type="application/json",
        content=json_content(_body, optional=False),
    )


def answer(data: Any) -> Redelivery:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = Redelivery.from_dict(data)

    return response_200
