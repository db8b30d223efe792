from typing import Any

from keyward_client._request import Request, json_content, segment

from ...models.alert import Alert
from ...models.alert_patch import AlertPatch
from ...models.alert_status import AlertStatus
from ...types import UNSET, Unset


def request(
    id: str,
    *,
    status: AlertStatus | str | Unset = UNSET,
    if_match: str | Unset = UNSET,
) -> Request:
    headers: dict[str, Any] = {}
    if not isinstance(if_match, Unset):
        headers["If-Match"] = if_match

    _body = AlertPatch(
        status=status,
    ).to_dict()
    return Request(
        "PATCH",
        f"/api/v1/alerts/{segment(id)}",
        accept="application/json",
        headers=headers,
        content_type="application/json",
        content=json_content(_body, optional=False),
    )


def answer(data: Any) -> Alert:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = Alert.from_dict(data)

    return response_200
