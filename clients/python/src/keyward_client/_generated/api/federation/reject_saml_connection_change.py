from typing import Any

from keyward_client._request import Request, json_content, new_idempotency_key, segment

from ...models.pending_change_decision import PendingChangeDecision
from ...models.saml_connection import SamlConnection
from ...types import UNSET, Unset


def request(
    id: str,
    *,
    change_id: str,
    if_match: str | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Request:
    headers: dict[str, Any] = {}
    if not isinstance(if_match, Unset):
        headers["If-Match"] = if_match

    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    headers.setdefault("Idempotency-Key", new_idempotency_key())

    _body = PendingChangeDecision(
        change_id=change_id,
    ).to_dict()
    return Request(
        "POST",
        f"/api/v1/federation/saml/{segment(id)}/reject-change",
        accept="application/json",
        headers=headers,
        content_type="application/json",
        content=json_content(_body, optional=False),
    )


def answer(data: Any) -> SamlConnection:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = SamlConnection.from_dict(data)

    return response_200
