from typing import Any

from keyward_client._request import Request, json_content, new_idempotency_key, segment

from ...models.webhook_secret_rotation import WebhookSecretRotation
from ...models.webhook_with_secret import WebhookWithSecret
from ...types import UNSET, Unset


def request(
    id: str,
    *,
    grace_period: int | Unset = UNSET,
    if_match: str | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
    x_wrap_ttl: int | Unset = UNSET,
) -> Request:
    headers: dict[str, Any] = {}
    if not isinstance(if_match, Unset):
        headers["If-Match"] = if_match

    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    if not isinstance(x_wrap_ttl, Unset):
        headers["X-Wrap-Ttl"] = str(x_wrap_ttl)

    headers.setdefault("Idempotency-Key", new_idempotency_key())

    _body = WebhookSecretRotation(
        grace_period=grace_period,
    ).to_dict()
    return Request(
        "POST",
        f"/api/v1/webhooks/{segment(id)}/rotate-secret",
        accept="application/json",
        headers=headers,
        content_type="application/json",
        content=json_content(_body, optional=True),
    )


def answer(data: Any) -> WebhookWithSecret:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = WebhookWithSecret.from_dict(data)

    return response_200
