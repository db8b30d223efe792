from typing import Any

from keyward_client._request import Request

from ...models.invitation_list import InvitationList
from ...models.invitation_status import InvitationStatus
from ...types import UNSET, Unset


def request(
    *,
    status: InvitationStatus | str | Unset = UNSET,
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

    params["page"] = page

    params["cursor"] = cursor

    params["limit"] = limit

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    return Request(
        "GET",
        "/api/v1/directory/invitations",
        accept="application/json",
        query=params,
    )


def answer(data: Any) -> InvitationList:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = InvitationList.from_dict(data)

    return response_200
