from typing import Any

from keyward_client._request import Request, json_content, segment

from ...models.connection_preview import ConnectionPreview
from ...models.connection_preview_request import ConnectionPreviewRequest
from ...models.connection_preview_request_claims import ConnectionPreviewRequestClaims
from ...models.given_assertion import GivenAssertion
from ...types import UNSET, Unset


def request(
    id: str,
    *,
    claims: ConnectionPreviewRequestClaims | Unset = UNSET,
    assertion: GivenAssertion | Unset = UNSET,
) -> Request:

    _body = ConnectionPreviewRequest(
        claims=claims,
        assertion=assertion,
    ).to_dict()
    return Request(
        "POST",
        f"/api/v1/federation/{segment(id)}/preview",
        accept="application/json",
        content_type="application/json",
        content=json_content(_body, optional=False),
    )


def answer(data: Any) -> ConnectionPreview:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = ConnectionPreview.from_dict(data)

    return response_200
