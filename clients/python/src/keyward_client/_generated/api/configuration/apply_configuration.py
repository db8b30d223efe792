import builtins
from typing import Any

from keyward_client._request import (
    Request,
    json_content,
    new_idempotency_key,
)

from ...models.configuration_apply_request import ConfigurationApplyRequest
from ...models.configuration_kind import ConfigurationKind
from ...models.configuration_object import ConfigurationObject
from ...models.configuration_plan import ConfigurationPlan
from ...types import UNSET, Unset


def request(
    *,
    objects: builtins.list[ConfigurationObject],
    fingerprint: str,
    prune: bool | Unset = UNSET,
    kinds: builtins.list[ConfigurationKind | str] | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Request:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    headers.setdefault("Idempotency-Key", new_idempotency_key())

    _body = ConfigurationApplyRequest(
        objects=objects,
        fingerprint=fingerprint,
        prune=prune,
        kinds=kinds,
    ).to_dict()
    return Request(
        "POST",
        "/api/v1/config/apply",
        accept="application/json",
        headers=headers,
        content_type="application/json",
        content=json_content(_body, optional=False),
    )


def answer(data: Any) -> ConfigurationPlan:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = ConfigurationPlan.from_dict(data)

    return response_200
