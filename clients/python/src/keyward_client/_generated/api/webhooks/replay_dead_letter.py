from typing import Any

from keyward_client._request import Request, new_idempotency_key, segment

from ...models.delivery_core import DeliveryCore
from ...types import UNSET, Unset


def request(
    id: str,
    dead_letter_id: str,
    *,
    idempotency_key: str | Unset = UNSET,
) -> Request:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    headers.setdefault("Idempotency-Key", new_idempotency_key())

    return Request(
        "POST",
        f"/api/v1/webhooks/{segment(id)}/dead-letters/{segment(dead_letter_id)}/replay",
        accept="application/json",
        headers=headers,
    )


def answer(data: Any) -> DeliveryCore:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = DeliveryCore.from_dict(data)

    return response_200
