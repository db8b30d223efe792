import builtins
from typing import Any

from keyward_client._request import (
    Request,
    json_content,
    new_idempotency_key,
    segment,
)

from ...models.right_size_request import RightSizeRequest
from ...models.right_sizing import RightSizing
from ...types import UNSET, Unset


def request(
    id: str,
    *,
    dry_run: bool | Unset = UNSET,
    window_days: int | Unset = UNSET,
    credential_ids: builtins.list[str] | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Request:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    headers.setdefault("Idempotency-Key", new_idempotency_key())

    _body = RightSizeRequest(
        dry_run=dry_run,
        window_days=window_days,
        credential_ids=credential_ids,
    ).to_dict()
    return Request(
        "POST",
        f"/api/v1/identities/{segment(id)}/right-size",
        accept="application/json",
        headers=headers,
        content_type="application/json",
        content=json_content(_body, optional=True),
    )


def answer(data: Any) -> RightSizing:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = RightSizing.from_dict(data)

    return response_200
