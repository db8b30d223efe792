from typing import Any, cast

from keyward_client._request import Request


def request() -> Request:

    return Request(
        "GET",
        "/api/v1/openapi.yaml",
        accept="application/yaml",
    )


def answer(data: Any) -> str:
    if data is None:
        raise TypeError
    return cast(str, data)
