from typing import Any

from keyward_client._request import Request, new_idempotency_key, segment

from ...models.signing_key import SigningKey
from ...types import UNSET, Unset


def request(
    key_id: str,
    *,
    idempotency_key: str | Unset = UNSET,
) -> Request:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    headers.setdefault("Idempotency-Key", new_idempotency_key())

    return Request(
        "POST",
        f"/api/v1/keys/{segment(key_id)}/activate",
        accept="application/json",
        headers=headers,
    )


def answer(data: Any) -> SigningKey:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = SigningKey.from_dict(data)

    return response_200
