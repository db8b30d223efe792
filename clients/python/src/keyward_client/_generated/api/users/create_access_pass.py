from typing import Any

from keyward_client._request import Request, json_content, new_idempotency_key, segment

from ...models.access_pass import AccessPass
from ...models.access_pass_input import AccessPassInput
from ...types import UNSET, Unset


def request(
    user_id: str,
    *,
    expires_in_seconds: int | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
    x_wrap_ttl: int | Unset = UNSET,
) -> Request:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    if not isinstance(x_wrap_ttl, Unset):
        headers["X-Wrap-Ttl"] = str(x_wrap_ttl)

    headers.setdefault("Idempotency-Key", new_idempotency_key())

    _body = AccessPassInput(
        expires_in_seconds=expires_in_seconds,
    ).to_dict()
    return Request(
        "POST",
        f"/api/v1/directory/users/{segment(user_id)}/access-pass",
        accept="application/json",
        headers=headers,
        content_type="application/json",
        content=json_content(_body, optional=True),
    )


def answer(data: Any) -> AccessPass:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = AccessPass.from_dict(data)

    return response_200
