import builtins
from typing import Any

from keyward_client._request import (
    Request,
    json_content,
)

from ...models.client_registration import ClientRegistration
from ...models.client_registration_change import ClientRegistrationChange
from ...models.client_registration_mode import ClientRegistrationMode
from ...types import UNSET, Unset


def request(
    *,
    mode: ClientRegistrationMode | str | Unset = UNSET,
    loopback_redirects: bool | Unset = UNSET,
    allowed_redirect_hosts: builtins.list[str] | None | Unset = UNSET,
    if_match: str | Unset = UNSET,
) -> Request:
    headers: dict[str, Any] = {}
    if not isinstance(if_match, Unset):
        headers["If-Match"] = if_match

    _body = ClientRegistrationChange(
        mode=mode,
        loopback_redirects=loopback_redirects,
        allowed_redirect_hosts=allowed_redirect_hosts,
    ).to_dict()
    return Request(
        "PUT",
        "/api/v1/oidc/client-registration",
        accept="application/json",
        headers=headers,
        content_type="application/json",
        content=json_content(_body, optional=False),
    )


def answer(data: Any) -> ClientRegistration:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = ClientRegistration.from_dict(data)

    return response_200
