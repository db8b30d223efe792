import builtins
from typing import Any

from keyward_client._request import (
    Request,
    json_content,
    new_idempotency_key,
)

from ...models.connection_type import ConnectionType
from ...models.setup_link_input import SetupLinkInput
from ...models.setup_link_with_url import SetupLinkWithUrl
from ...types import UNSET, Unset


def request(
    *,
    domains: builtins.list[str],
    name: str | Unset = UNSET,
    type_: ConnectionType | None | str | Unset = UNSET,
    expires_in_seconds: int | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
    x_wrap_ttl: int | Unset = UNSET,
) -> Request:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    if not isinstance(x_wrap_ttl, Unset):
        headers["X-Wrap-Ttl"] = str(x_wrap_ttl)

    headers.setdefault("Idempotency-Key", new_idempotency_key())

    _body = SetupLinkInput(
        domains=domains,
        name=name,
        type_=type_,
        expires_in_seconds=expires_in_seconds,
    ).to_dict()
    return Request(
        "POST",
        "/api/v1/federation/setup-links",
        accept="application/json",
        headers=headers,
        content_type="application/json",
        content=json_content(_body, optional=False),
    )


def answer(data: Any) -> SetupLinkWithUrl:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = SetupLinkWithUrl.from_dict(data)

    return response_200
