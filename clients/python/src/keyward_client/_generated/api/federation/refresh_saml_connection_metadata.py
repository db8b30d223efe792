from typing import Any

from keyward_client._request import Request, new_idempotency_key, segment

from ...models.saml_connection import SamlConnection
from ...types import UNSET, Unset


def request(
    id: str,
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
        f"/api/v1/federation/saml/{segment(id)}/refresh-metadata",
        accept="application/json",
        headers=headers,
    )


def answer(data: Any) -> SamlConnection:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = SamlConnection.from_dict(data)

    return response_200
