from typing import Any

from keyward_client._request import Request, json_content, segment

from ...models.anomaly import Anomaly
from ...models.anomaly_patch import AnomalyPatch
from ...models.anomaly_status import AnomalyStatus
from ...types import UNSET, Unset


def request(
    id: str,
    *,
    status: AnomalyStatus | str | Unset = UNSET,
    note: None | str | Unset = UNSET,
    if_match: str | Unset = UNSET,
) -> Request:
    headers: dict[str, Any] = {}
    if not isinstance(if_match, Unset):
        headers["If-Match"] = if_match

    _body = AnomalyPatch(
        status=status,
        note=note,
    ).to_dict()
    return Request(
        "PATCH",
        f"/api/v1/anomalies/{segment(id)}",
        accept="application/json",
        headers=headers,
        content_type="application/json",
        content=json_content(_body, optional=False),
    )


def answer(data: Any) -> Anomaly:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = Anomaly.from_dict(data)

    return response_200
