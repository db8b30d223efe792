from typing import Any

from keyward_client._request import Request

from ...models.attribute_schema import AttributeSchema


def request() -> Request:

    return Request(
        "GET",
        "/api/v1/directory/attribute-schema",
        accept="application/json",
    )


def answer(data: Any) -> AttributeSchema:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = AttributeSchema.from_dict(data)

    return response_200
