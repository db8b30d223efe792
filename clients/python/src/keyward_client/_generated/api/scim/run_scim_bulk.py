from typing import Any

from keyward_client._request import Request, json_content, segment

from ...models.scim_bulk_request import ScimBulkRequest
from ...models.scim_bulk_response import ScimBulkResponse
from ...types import UNSET


def request(
    org_id: str,
    *,
    body: ScimBulkRequest,
) -> Request:

    _body: Any = UNSET
    _body = body

    return Request(
        "POST",
        f"/api/scim/v2/{segment(org_id)}/Bulk",
        accept="application/scim+json",
        content_type="application/scim+json",
        content=json_content(_body, optional=False),
    )


def answer(data: Any) -> ScimBulkResponse:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = ScimBulkResponse.from_dict(data)

    return response_200
