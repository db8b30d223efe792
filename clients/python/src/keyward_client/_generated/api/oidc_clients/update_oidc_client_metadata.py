import builtins
from typing import Any

from keyward_client._request import (
    Request,
    json_content,
)

from ...models.oidc_client_metadata import OidcClientMetadata
from ...models.oidc_client_metadata_change import OidcClientMetadataChange
from ...models.oidc_document_mode import OidcDocumentMode
from ...types import UNSET, Unset


def request(
    *,
    mode: OidcDocumentMode | str | Unset = UNSET,
    allowed_hosts: builtins.list[str] | Unset = UNSET,
    loopback_redirects: bool | Unset = UNSET,
    if_match: str | Unset = UNSET,
) -> Request:
    headers: dict[str, Any] = {}
    if not isinstance(if_match, Unset):
        headers["If-Match"] = if_match

    _body = OidcClientMetadataChange(
        mode=mode,
        allowed_hosts=allowed_hosts,
        loopback_redirects=loopback_redirects,
    ).to_dict()
    return Request(
        "PUT",
        "/api/v1/oidc/client-metadata",
        accept="application/json",
        headers=headers,
        content_type="application/json",
        content=json_content(_body, optional=False),
    )


def answer(data: Any) -> OidcClientMetadata:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = OidcClientMetadata.from_dict(data)

    return response_200
