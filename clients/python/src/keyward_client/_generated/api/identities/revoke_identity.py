from typing import Any

from keyward_client._request import Request, json_content, new_idempotency_key, segment

from ...models.identity import Identity
from ...models.reason import Reason
from ...types import UNSET, Unset


def request(
    id: str,
    *,
    reason: str | Unset = UNSET,
    if_match: str | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Request:
    headers: dict[str, Any] = {}
    if not isinstance(if_match, Unset):
        headers["If-Match"] = if_match

    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    headers.setdefault("Idempotency-Key", new_idempotency_key())

    _body = Reason(
        reason=reason,
    ).to_dict()
    return Request(
        "POST",
        f"/api/v1/identities/{segment(id)}/revoke",
        accept="application/json",
        headers=headers,
        content_type="application/json",
        content=json_content(_body, optional=True),
    )


def answer(data: Any) -> Identity:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = Identity.from_dict(data)

    return response_200
