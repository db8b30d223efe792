from typing import Any

from keyward_client._request import Request, json_content, new_idempotency_key

from ...models.signing_key_rotation import SigningKeyRotation
from ...models.signing_key_use import SigningKeyUse
from ...models.signing_keys import SigningKeys
from ...types import UNSET, Unset


def request(
    *,
    use: SigningKeyUse | str | Unset = UNSET,
    emergency: bool | Unset = UNSET,
    reason: None | str | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Request:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    headers.setdefault("Idempotency-Key", new_idempotency_key())

    _body = SigningKeyRotation(
        use=use,
        emergency=emergency,
        reason=reason,
    ).to_dict()
    return Request(
        "POST",
        "/api/v1/keys/rotate",
        accept="application/json",
        headers=headers,
        content_type="application/json",
        content=json_content(_body, optional=True),
    )


def answer(data: Any) -> SigningKeys:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = SigningKeys.from_dict(data)

    return response_200
