from typing import Any

from keyward_client._request import Request, json_content, new_idempotency_key, segment

from ...models.pending_change_decision import PendingChangeDecision
from ...models.service_provider import ServiceProvider
from ...types import UNSET, Unset


def request(
    sp_id: str,
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
        f"/api/v1/saml/service-providers/{segment(sp_id)}/reject-change",
        accept="application/json",
        headers=headers,
        content_type="application/json",
        content=json_content(_body, optional=False),
    )


def answer(data: Any) -> ServiceProvider:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = ServiceProvider.from_dict(data)

    return response_200
