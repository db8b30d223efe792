from typing import Any

from keyward_client._request import Request, json_content, segment

from ...models.name_id_format import NameIdFormat
from ...models.service_provider_preview import ServiceProviderPreview
from ...models.service_provider_preview_request import ServiceProviderPreviewRequest
from ...types import UNSET, Unset


def request(
    sp_id: str,
    *,
    user_id: str,
    name_id_format: NameIdFormat | str | Unset = UNSET,
) -> Request:

    _body = ServiceProviderPreviewRequest(
        user_id=user_id,
        name_id_format=name_id_format,
    ).to_dict()
    return Request(
        "POST",
        f"/api/v1/saml/service-providers/{segment(sp_id)}/preview",
        accept="application/json",
        content_type="application/json",
        content=json_content(_body, optional=False),
    )


def answer(data: Any) -> ServiceProviderPreview:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = ServiceProviderPreview.from_dict(data)

    return response_200
