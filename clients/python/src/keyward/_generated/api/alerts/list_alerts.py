from typing import Any

from keyward._request import Request

from ...models.alert_list import AlertList
from ...models.alert_status import AlertStatus
from ...models.list_alerts_sort import ListAlertsSort
from ...models.severity import Severity
from ...types import UNSET, Unset


def request(
    *,
    status: AlertStatus | str | Unset = UNSET,
    severity: Severity | str | Unset = UNSET,
    rule_id: str | Unset = UNSET,
    identity_id: str | Unset = UNSET,
    sort: ListAlertsSort | Unset = UNSET,
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

    json_severity: str | Unset
    if isinstance(severity, Unset):
        json_severity = UNSET
    else:
        json_severity = severity
    params["severity"] = json_severity

    params["ruleId"] = rule_id

    params["identityId"] = identity_id

    params["sort"] = sort

    params["page"] = page

    params["cursor"] = cursor

    params["limit"] = limit

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    return Request(
        "GET",
        "/api/v1/alerts",
        accept="application/json",
        query=params,
    )


def answer(data: Any) -> AlertList:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = AlertList.from_dict(data)

    return response_200
