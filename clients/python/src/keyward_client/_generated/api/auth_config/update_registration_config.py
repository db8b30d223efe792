import builtins
from typing import Any

from keyward_client._request import (
    Request,
    json_content,
)

from ...models.registration_config import RegistrationConfig
from ...models.registration_config_change import RegistrationConfigChange
from ...types import UNSET, Unset


def request(
    *,
    enabled: bool | Unset = UNSET,
    allowed_domains: builtins.list[str] | Unset = UNSET,
    max_per_day: int | Unset = UNSET,
    if_match: str | Unset = UNSET,
) -> Request:
    headers: dict[str, Any] = {}
    if not isinstance(if_match, Unset):
        headers["If-Match"] = if_match

    _body = RegistrationConfigChange(
        enabled=enabled,
        allowed_domains=allowed_domains,
        max_per_day=max_per_day,
    ).to_dict()
    return Request(
        "PUT",
        "/api/v1/auth/registration-config",
        accept="application/json",
        headers=headers,
        content_type="application/json",
        content=json_content(_body, optional=False),
    )


def answer(data: Any) -> RegistrationConfig:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = RegistrationConfig.from_dict(data)

    return response_200
