from typing import Any

from keyward_client._request import Request, segment

from ...models.audit_log import AuditLog


def request(
    id: str,
) -> Request:

    return Request(
        "GET",
        f"/api/v1/audit-logs/{segment(id)}",
        accept="application/json",
    )


def answer(data: Any) -> AuditLog:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = AuditLog.from_dict(data)

    return response_200
