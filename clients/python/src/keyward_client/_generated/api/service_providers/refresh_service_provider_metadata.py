from typing import Any

from keyward_client._request import Request, new_idempotency_key, segment

from ...models.service_provider import ServiceProvider
from ...types import UNSET, Unset


def request(
    sp_id: str,
    *,
    if_match: str | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Request:
    headers: dict[str, Any] = {}
    if not isinstance(if_match, Unset):
        headers["If-Match"] = if_match

    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    headers.setdefault("Idempotency-Key", new_idempotency_key())

    return Request(
        "POST",
        f"/api/v1/saml/service-providers/{segment(sp_id)}/refresh-metadata",
        accept="application/json",
        headers=headers,
    )


def answer(data: Any) -> ServiceProvider:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = ServiceProvider.from_dict(data)

    return response_200
