from typing import Any

from keyward_client._request import Request

from ...models.verification_outcomes import VerificationOutcomes
from ...types import UNSET, Unset


def request(
    *,
    days: int | Unset = UNSET,
    identity_id: str | Unset = UNSET,
    credential_id: str | Unset = UNSET,
) -> Request:

    params: dict[str, Any] = {}

    params["days"] = days

    params["identityId"] = identity_id

    params["credentialId"] = credential_id

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    return Request(
        "GET",
        "/api/v1/reports/verification-outcomes",
        accept="application/json",
        query=params,
    )


def answer(data: Any) -> VerificationOutcomes:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = VerificationOutcomes.from_dict(data)

    return response_200
