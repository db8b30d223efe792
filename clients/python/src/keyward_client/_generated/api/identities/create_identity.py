import builtins
import datetime
from typing import Any

from keyward_client._request import (
    Request,
    json_content,
    new_idempotency_key,
)

from ...models.federated_subject import FederatedSubject
from ...models.identity import Identity
from ...models.identity_input import IdentityInput
from ...models.identity_type import IdentityType
from ...models.metadata import Metadata
from ...types import UNSET, Unset


def request(
    *,
    name: str,
    type_: IdentityType | str,
    description: None | str | Unset = UNSET,
    owner_user_id: None | str | Unset = UNSET,
    tags: builtins.list[str] | Unset = UNSET,
    allowed_scopes: builtins.list[str] | None | Unset = UNSET,
    allowed_ips: builtins.list[str] | None | Unset = UNSET,
    federated_subjects: builtins.list[FederatedSubject] | Unset = UNSET,
    metadata: Metadata | Unset = UNSET,
    expires_at: datetime.datetime | None | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Request:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    headers.setdefault("Idempotency-Key", new_idempotency_key())

    _body = IdentityInput(
        name=name,
        type_=type_,
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
        "POST",
        "/api/v1/identities",
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
