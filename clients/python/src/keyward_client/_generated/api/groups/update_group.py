import builtins
from typing import Any

from keyward_client._request import (
    Request,
    json_content,
    segment,
)

from ...models.group import Group
from ...models.group_patch import GroupPatch
from ...types import UNSET, Unset


def request(
    group_id: str,
    *,
    name: str | Unset = UNSET,
    description: None | str | Unset = UNSET,
    external_id: None | str | Unset = UNSET,
    scopes: builtins.list[str] | Unset = UNSET,
    if_match: str | Unset = UNSET,
) -> Request:
    headers: dict[str, Any] = {}
    if not isinstance(if_match, Unset):
        headers["If-Match"] = if_match

    _body = GroupPatch(
        name=name,
        description=description,
        external_id=external_id,
        scopes=scopes,
    ).to_dict()
    return Request(
        "PATCH",
        f"/api/v1/directory/groups/{segment(group_id)}",
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
