import builtins
from typing import Any

from keyward_client._request import (
    Request,
    json_content,
)

from ...models.webauthn_attachment import WebauthnAttachment
from ...models.webauthn_attestation import WebauthnAttestation
from ...models.webauthn_config import WebauthnConfig
from ...models.webauthn_config_change import WebauthnConfigChange
from ...models.webauthn_preference import WebauthnPreference
from ...types import UNSET, Unset


def request(
    *,
    enabled: bool | Unset = UNSET,
    passwordless: bool | Unset = UNSET,
    rp_id: None | str | Unset = UNSET,
    rp_name: None | str | Unset = UNSET,
    origins: builtins.list[str] | None | Unset = UNSET,
    user_verification: str | Unset | WebauthnPreference = UNSET,
    resident_key: str | Unset | WebauthnPreference = UNSET,
    attestation: str | Unset | WebauthnAttestation = UNSET,
    authenticator_attachment: None | str | Unset | WebauthnAttachment = UNSET,
    allowed_aaguids: builtins.list[str] | None | Unset = UNSET,
    timeout_ms: int | Unset = UNSET,
    if_match: str | Unset = UNSET,
) -> Request:
    headers: dict[str, Any] = {}
    if not isinstance(if_match, Unset):
        headers["If-Match"] = if_match

    _body = WebauthnConfigChange(
        enabled=enabled,
        passwordless=passwordless,
        rp_id=rp_id,
        rp_name=rp_name,
        origins=origins,
        user_verification=user_verification,
        resident_key=resident_key,
        attestation=attestation,
        authenticator_attachment=authenticator_attachment,
        allowed_aaguids=allowed_aaguids,
        timeout_ms=timeout_ms,
    ).to_dict()
    return Request(
        "PUT",
        "/api/v1/auth/webauthn-config",
        accept="application/json",
        headers=headers,
        content_type="application/json",
        content=json_content(_body, optional=False),
    )


def answer(data: Any) -> WebauthnConfig:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = WebauthnConfig.from_dict(data)

    return response_200
