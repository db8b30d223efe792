from typing import Any

from keyward_client._request import Request

from ...models.audit_integrity import AuditIntegrity
from ...types import UNSET, Unset


def request(
    *,
    from_sequence: int | Unset = UNSET,
    limit: int | Unset = UNSET,
) -> Request:

    params: dict[str, Any] = {}

    params["fromSequence"] = from_sequence

    params["limit"] = limit

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    return Request(
        "GET",
        "/api/v1/audit-logs/integrity",
        accept="application/json",
        query=params,
    )


def answer(data: Any) -> AuditIntegrity:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = AuditIntegrity.from_dict(data)

    return response_200
