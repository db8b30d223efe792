from typing import Any

from keyward._request import Request

from ...models.anomaly_list import AnomalyList
from ...models.anomaly_status import AnomalyStatus
from ...models.anomaly_type import AnomalyType
from ...models.list_anomalies_sort import ListAnomaliesSort
from ...models.severity import Severity
from ...types import UNSET, Unset


def request(
    *,
    status: AnomalyStatus | str | Unset = UNSET,
    type_: AnomalyType | str | Unset = UNSET,
    severity: Severity | str | Unset = UNSET,
    identity_id: str | Unset = UNSET,
    credential_id: str | Unset = UNSET,
    sort: ListAnomaliesSort | Unset = UNSET,
    page: int | Unset = UNSET,
    cursor: str | Unset = UNSET,
    limit: int | Unset = UNSET,
) -> Request:

    params: dict[str, Any] = {}

    json_status: str | Unset
    if isinstance(status, Unset):
        json_status = UNSET
    else:
        json_status = status
    params["status"] = json_status

    json_type_: str | Unset
    if isinstance(type_, Unset):
        json_type_ = UNSET
    else:
        json_type_ = type_
    params["type"] = json_type_

    json_severity: str | Unset
    if isinstance(severity, Unset):
        json_severity = UNSET
    else:
        json_severity = severity
    params["severity"] = json_severity

    params["identityId"] = identity_id

    params["credentialId"] = credential_id

    params["sort"] = sort

    params["page"] = page

    params["cursor"] = cursor

    params["limit"] = limit

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    return Request(
        "GET",
        "/api/v1/anomalies",
        accept="application/json",
        query=params,
    )


def answer(data: Any) -> AnomalyList:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = AnomalyList.from_dict(data)

    return response_200
