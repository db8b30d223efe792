import builtins
from typing import Any

from keyward_client._request import (
    Request,
    json_content,
    new_idempotency_key,
)

from ...models.group import Group
from ...models.group_input import GroupInput
from ...types import UNSET, Unset


def request(
    *,
    name: str,
    description: None | str | Unset = UNSET,
    external_id: None | str | Unset = UNSET,
    scopes: builtins.list[str] | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Request:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    headers.setdefault("Idempotency-Key", new_idempotency_key())

    _body = GroupInput(
        name=name,
        description=description,
        external_id=external_id,
        scopes=scopes,
    ).to_dict()
    return Request(
        "POST",
        "/api/v1/directory/groups",
        accept="application/json",
        headers=headers,
        content_type="application/json",
        content=json_content(_body, optional=False),
    )


def answer(data: Any) -> Group:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = Group.from_dict(data)

    return response_200
