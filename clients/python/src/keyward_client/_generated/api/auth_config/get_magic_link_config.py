from typing import Any

from keyward_client._request import Request

from ...models.magic_link_config import MagicLinkConfig


def request() -> Request:

    return Request(
        "GET",
        "/api/v1/auth/magic-link-config",
        accept="application/json",
    )


def answer(data: Any) -> MagicLinkConfig:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = MagicLinkConfig.from_dict(data)

    return response_200
