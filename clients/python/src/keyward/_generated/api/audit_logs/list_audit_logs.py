import datetime
from typing import Any

from keyward._request import Request

from ...models.audit_log_list import AuditLogList
from ...models.audit_result import AuditResult
from ...models.list_audit_logs_sort import ListAuditLogsSort
from ...types import UNSET, Unset


def request(
    *,
    action: str | Unset = UNSET,
    actor_id: str | Unset = UNSET,
    target_id: str | Unset = UNSET,
    target_type: str | Unset = UNSET,
    result: AuditResult | Unset = UNSET,
    ip: str | Unset = UNSET,
    from_: datetime.datetime | Unset = UNSET,
    to: datetime.datetime | Unset = UNSET,
    request_id: str | Unset = UNSET,
    sort: ListAuditLogsSort | Unset = UNSET,
    page: int | Unset = UNSET,
    cursor: str | Unset = UNSET,
    limit: int | Unset = UNSET,
) -> Request:

    params: dict[str, Any] = {}

    params["action"] = action

    params["actorId"] = actor_id

    params["targetId"] = target_id

    params["targetType"] = target_type

    params["result"] = result

    params["ip"] = ip

    json_from_: str | Unset = UNSET
    if not isinstance(from_, Unset):
        json_from_ = from_.isoformat()
    params["from"] = json_from_

    json_to: str | Unset = UNSET
    if not isinstance(to, Unset):
        json_to = to.isoformat()
    params["to"] = json_to

    params["requestId"] = request_id

    params["sort"] = sort

    params["page"] = page

    params["cursor"] = cursor

    params["limit"] = limit

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    return Request(
        "GET",
        "/api/v1/audit-logs",
        accept="application/json",
        query=params,
    )


def answer(data: Any) -> AuditLogList:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = AuditLogList.from_dict(data)

    return response_200
