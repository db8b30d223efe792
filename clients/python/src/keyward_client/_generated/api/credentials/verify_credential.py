import builtins
from typing import Any

from keyward_client._request import (
    Request,
    json_content,
)

from ...models.verification import Verification
from ...models.verification_request import VerificationRequest
from ...models.verification_request_context import VerificationRequestContext
from ...types import UNSET, Unset


def request(
    *,
    credential: str,
    consume: bool | Unset = UNSET,
    scopes: builtins.list[str] | Unset = UNSET,
    ip_address: str | Unset = UNSET,
    context: VerificationRequestContext | Unset = UNSET,
) -> Request:

    _body = VerificationRequest(
        credential=credential,
        consume=consume,
        scopes=scopes,
        ip_address=ip_address,
        context=context,
    ).to_dict()
    return Request(
        "POST",
        "/api/v1/credentials/verify",
        accept="application/json",
        content_type="application/json",
        content=json_content(_body, optional=False),
    )


def answer(data: Any) -> Verification:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = Verification.from_dict(data)

    return response_200
