from typing import Any

from keyward_client._request import Request, segment

from ...models.setup_link_core import SetupLinkCore


def request(
    id: str,
) -> Request:

    return Request(
        "GET",
        f"/api/v1/federation/setup-links/{segment(id)}",
        accept="application/json",
    )


def answer(data: Any) -> SetupLinkCore:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = SetupLinkCore.from_dict(data)

    return response_200
