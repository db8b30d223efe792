from typing import Any

from keyward_client._request import Request, json_content

from ...models.branding import Branding
from ...models.branding_change import BrandingChange
from ...models.page_locale import PageLocale
from ...types import UNSET, Unset


def request(
    *,
    display_name: None | str | Unset = UNSET,
    logo_uri: None | str | Unset = UNSET,
    primary_color: None | str | Unset = UNSET,
    background_color: None | str | Unset = UNSET,
    support_uri: None | str | Unset = UNSET,
    locale: PageLocale | str | Unset = UNSET,
    if_match: str | Unset = UNSET,
) -> Request:
    headers: dict[str, Any] = {}
    if not isinstance(if_match, Unset):
        headers["If-Match"] = if_match

    _body = BrandingChange(
        display_name=display_name,
        logo_uri=logo_uri,
        primary_color=primary_color,
        background_color=background_color,
        support_uri=support_uri,
        locale=locale,
    ).to_dict()
    return Request(
        "PUT",
        "/api/v1/branding",
        accept="application/json",
        headers=headers,
        content_type="application/json",
        content=json_content(_body, optional=False),
    )


def answer(data: Any) -> Branding:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = Branding.from_dict(data)

    return response_200
