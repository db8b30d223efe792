from typing import Any, cast

from keyward_client._request import Request

from ...models.get_openapi_json_response_200 import GetOpenapiJsonResponse200


def request() -> Request:

    return Request(
        "GET",
        "/api/v1/openapi.json",
        accept="application/json",
    )


def answer(data: Any) -> GetOpenapiJsonResponse200:
    if not isinstance(data, dict):
        raise TypeError
    return cast(GetOpenapiJsonResponse200, data)
