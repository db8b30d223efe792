import builtins
import datetime
from typing import Any

from keyward_client._request import (
    Request,
    json_content,
    segment,
)

from ...models.federated_subject import FederatedSubject
from ...models.identity import Identity
from ...models.identity_patch import IdentityPatch
from ...models.metadata import Metadata
from ...types import UNSET, Unset


def request(
    id: str,
    *,
    name: str | Unset = UNSET,
    description: None | str | Unset = UNSET,
    owner_user_id: None | str | Unset = UNSET,
    tags: builtins.list[str] | Unset = UNSET,
    allowed_scopes: builtins.list[str] | None | Unset = UNSET,
    allowed_ips: builtins.list[str] | None | Unset = UNSET,
    federated_subjects: builtins.list[FederatedSubject] | Unset = UNSET,
    metadata: Metadata | Unset = UNSET,
    expires_at: datetime.datetime | None | Unset = UNSET,
    if_match: str | Unset = UNSET,
) -> Request:
    headers: dict[str, Any] = {}
    if not isinstance(if_match, Unset):
        headers["If-Match"] = if_match

    _body = IdentityPatch(
        name=name,
        description=description,
        owner_user_id=owner_user_id,
        tags=tags,
        allowed_scopes=allowed_scopes,
        allowed_ips=allowed_ips,
        federated_subjects=federated_subjects,
        metadata=metadata,
        expires_at=expires_at,
    ).to_dict()
    return Request(
        "PATCH",
        f"/api/v1/identities/{segment(id)}",
        accept="application/json",
        headers=headers,
        content_type="application/json",
        content=json_content(_body, optional=False),
    )


def answer(data: Any) -> Identity:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = Identity.from_dict(data)

    return response_200
