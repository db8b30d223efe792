from typing import Any

from keyward_client._request import Request, json_content, segment

from ...models.connection import Connection
from ...models.connection_patch import ConnectionPatch
from ...models.connection_status import ConnectionStatus
from ...types import UNSET, Unset


def request(
    id: str,
    *,
    status: ConnectionStatus | str,
    revoke_sessions: bool | Unset = UNSET,
    if_match: str | Unset = UNSET,
) -> Request:
    headers: dict[str, Any] = {}
    if not isinstance(if_match, Unset):
        headers["If-Match"] = if_match

    _body = ConnectionPatch(
        status=status,
        revoke_sessions=revoke_sessions,
    ).to_dict()
    return Request(
        "PATCH",
        f"/api/v1/federation/{segment(id)}",
        accept="application/json",
        headers=headers,
        content_type="application/json",
        content=json_content(_body, optional=False),
    )


def answer(data: Any) -> Connection:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = Connection.from_dict(data)

    return response_200
