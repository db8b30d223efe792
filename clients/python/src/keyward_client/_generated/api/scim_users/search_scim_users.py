from typing import Any

from keyward_client._request import Request, json_content, segment

from ...models.scim_search_request import ScimSearchRequest
from ...models.scim_user_list import ScimUserList
from ...types import UNSET


def request(
    org_id: str,
    *,
    body: ScimSearchRequest,
) -> Request:

    _body: Any = UNSET
    _body = body

    return Request(
        "POST",
        f"/api/scim/v2/{segment(org_id)}/Users/.search",
        accept="application/scim+json",
        content_type="application/scim+json",
        content=json_content(_body, optional=False),
    )


def answer(data: Any) -> ScimUserList:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = ScimUserList.from_dict(data)

    return response_200
