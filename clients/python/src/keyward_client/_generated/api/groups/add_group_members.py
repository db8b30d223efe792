import builtins
from typing import Any

from keyward_client._request import (
    Request,
    json_content,
    new_idempotency_key,
    segment,
)

from ...models.added_members import AddedMembers
from ...models.members_input import MembersInput
from ...types import UNSET, Unset


def request(
    group_id: str,
    *,
    user_id: str | Unset = UNSET,
    user_ids: builtins.list[str] | Unset = UNSET,
    acknowledge_lockout: bool | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Request:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    headers.setdefault("Idempotency-Key", new_idempotency_key())

    _body = MembersInput(
        user_id=user_id,
        user_ids=user_ids,
        acknowledge_lockout=acknowledge_lockout,
    ).to_dict()
    return Request(
        "POST",
        f"/api/v1/directory/groups/{segment(group_id)}/members",
        accept="application/json",
        headers=headers,
        content_type="application/json",
        content=json_content(_body, optional=False),
    )


def answer(data: Any) -> AddedMembers:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = AddedMembers.from_dict(data)

    return response_200
