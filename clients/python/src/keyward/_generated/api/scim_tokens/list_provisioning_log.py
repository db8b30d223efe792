from typing import Any

from keyward._request import Request, segment

from ...models.list_provisioning_log_sort import ListProvisioningLogSort
from ...models.provisioning_log import ProvisioningLog
from ...models.provisioning_status import ProvisioningStatus
from ...types import UNSET, Unset


def request(
    token_id: str,
    *,
    status: ProvisioningStatus | str | Unset = UNSET,
    dry_run: bool | Unset = UNSET,
    sort: ListProvisioningLogSort | Unset = UNSET,
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

    params["dryRun"] = dry_run

    params["sort"] = sort

    params["page"] = page

    params["cursor"] = cursor

    params["limit"] = limit

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    return Request(
        "GET",
        f"/api/v1/directory/scim/tokens/{segment(token_id)}/log",
        accept="application/json",
        query=params,
    )


def answer(data: Any) -> ProvisioningLog:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = ProvisioningLog.from_dict(data)

    return response_200
