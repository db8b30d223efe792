from typing import Any

from keyward_client._request import Request, segment

from ...models.passkey_list import PasskeyList
from ...types import UNSET, Unset


def request(
    user_id: str,
    *,
    page: int | Unset = UNSET,
    limit: int | Unset = UNSET,
) -> Request:

    params: dict[str, Any] = {}

    params["page"] = page

    params["limit"] = limit

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    return Request(
        "GET",
        f"/api/v1/auth/webauthn/users/{segment(user_id)}/credentials",
        accept="application/json",
        query=params,
    )


def answer(data: Any) -> PasskeyList:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = PasskeyList.from_dict(data)

    return response_200
