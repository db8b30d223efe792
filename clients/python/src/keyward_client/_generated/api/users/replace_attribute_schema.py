from typing import Any

from keyward_client._request import Request, json_content

from ...models.attribute_schema import AttributeSchema
from ...models.attribute_schema_input import AttributeSchemaInput
from ...types import UNSET, Unset


def request(
    *,
    schema: Any,
    if_match: str | Unset = UNSET,
) -> Request:
    headers: dict[str, Any] = {}
    if not isinstance(if_match, Unset):
        headers["If-Match"] = if_match

    _body = AttributeSchemaInput(
        schema=schema,
    ).to_dict()
    return Request(
        "PUT",
        "/api/v1/directory/attribute-schema",
        accept="application/json",
        headers=headers,
        content_type="application/json",
        content=json_content(_body, optional=False),
    )


def answer(data: Any) -> AttributeSchema:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = AttributeSchema.from_dict(data)

    return response_200
