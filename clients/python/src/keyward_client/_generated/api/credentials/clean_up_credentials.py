import builtins
from typing import Any

from keyward_client._request import (
    Request,
    json_content,
    new_idempotency_key,
)

from ...models.clean_up import CleanUp
from ...models.clean_up_action import CleanUpAction
from ...models.clean_up_request import CleanUpRequest
from ...models.identity_type import IdentityType
from ...types import UNSET, Unset


def request(
    *,
    unused_for_days: int,
    action: CleanUpAction | str,
    dry_run: bool | Unset = UNSET,
    identity_types: builtins.list[IdentityType | str] | Unset = UNSET,
    tags: builtins.list[str] | Unset = UNSET,
    credential_ids: builtins.list[str] | Unset = UNSET,
    limit: int | Unset = UNSET,
    after: str | Unset = UNSET,
    reason: str | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Request:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    headers.setdefault("Idempotency-Key", new_idempotency_key())

    _body = CleanUpRequest(
        unused_for_days=unused_for_days,
        action=action,
        dry_run=dry_run,
        identity_types=identity_types,
        tags=tags,
        credential_ids=credential_ids,
        limit=limit,
        after=after,
        reason=reason,
    ).to_dict()
    return Request(
        "POST",
        "/api/v1/credentials/clean-up",
        accept="application/json",
        headers=headers,
        content_type="application/json",
        content=json_content(_body, optional=False),
    )


def answer(data: Any) -> CleanUp:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = CleanUp.from_dict(data)

    return response_200
