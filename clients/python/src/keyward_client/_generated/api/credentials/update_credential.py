import builtins
import datetime
from typing import Any

from keyward_client._request import (
    Request,
    json_content,
    segment,
)

from ...models.credential import Credential
from ...models.credential_patch import CredentialPatch
from ...models.metadata import Metadata
from ...types import UNSET, Unset


def request(
    id: str,
    *,
    name: str | Unset = UNSET,
    scopes: builtins.list[str] | Unset = UNSET,
    max_usage_count: int | None | Unset = UNSET,
    expires_at: datetime.datetime | None | Unset = UNSET,
    allowed_ips: builtins.list[str] | None | Unset = UNSET,
    rate_limit_per_minute: int | None | Unset = UNSET,
    metadata: Metadata | Unset = UNSET,
    if_match: str | Unset = UNSET,
) -> Request:
    headers: dict[str, Any] = {}
    if not isinstance(if_match, Unset):
        headers["If-Match"] = if_match

    _body = CredentialPatch(
        name=name,
        scopes=scopes,
        max_usage_count=max_usage_count,
        expires_at=expires_at,
        allowed_ips=allowed_ips,
        rate_limit_per_minute=rate_limit_per_minute,
        metadata=metadata,
    ).to_dict()
    return Request(
        "PATCH",
        f"/api/v1/credentials/{segment(id)}",
        accept="application/json",
        headers=headers,
        content_type="application/json",
        content=json_content(_body, optional=False),
    )


def answer(data: Any) -> Credential:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = Credential.from_dict(data)

    return response_200
