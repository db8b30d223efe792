from typing import Any

from keyward_client._request import Request, json_content

from ...models.reason import Reason
from ...models.revoked_own_credential import RevokedOwnCredential
from ...types import UNSET, Unset


def request(
    *,
    reason: str | Unset = UNSET,
) -> Request:

    _body = Reason(
        reason=reason,
    ).to_dict()
    return Request(
        "POST",
        "/api/v1/credentials/revoke-own",
        accept="application/json",
        content_type="application/json",
        content=json_content(_body, optional=True),
    )


def answer(data: Any) -> RevokedOwnCredential:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = RevokedOwnCredential.from_dict(data)

    return response_200
