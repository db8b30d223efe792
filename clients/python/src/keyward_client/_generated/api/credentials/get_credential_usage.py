from typing import Any

from keyward_client._request import Request, segment

from ...models.credential_usage import CredentialUsage
from ...types import UNSET, Unset


def request(
    id: str,
    *,
    days: int | Unset = UNSET,
) -> Request:

    params: dict[str, Any] = {}

    params["days"] = days

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    return Request(
        "GET",
        f"/api/v1/credentials/{segment(id)}/usage",
        accept="application/json",
        query=params,
    )


def answer(data: Any) -> CredentialUsage:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = CredentialUsage.from_dict(data)

    return response_200
