from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.page_locale import PageLocale

T = TypeVar("T", bound="Branding")


@_attrs_define
class Branding:
    """What the pages and mails of the organization look like

    Example:
        {'displayName': 'Example', 'logoUri': 'https://static.example.com/logo.png', 'primaryColor': '#0b5fff',
            'backgroundColor': '#f4f5f8', 'supportUri': 'https://example.com/help', 'locale': 'en', 'updatedAt':
            '2026-01-15T10:30:00.000Z', 'updatedBy': 'cred_01kahz5v3be4nr7q2m8x9c0d1e'}

    Attributes:
        display_name (str): What pages and mails call the organization. Null in a change is its name again Example:
            Example.
        logo_uri (None | str): An https address, or a data URL of a PNG, JPEG, WebP or GIF in base64; null for none
            Example: https://static.example.com/logo.png.
        primary_color (str): `#rrggbb`, on which white or nearly black text has a contrast of 4.5 to 1. Null in a change
            is ours again Example: #0b5fff.
        background_color (str): `#rrggbb`, on which white or nearly black text has a contrast of 4.5 to 1. Null in a
            change is ours again Example: #0b5fff.
        support_uri (None | str): Where people find help, https or mailto; null for none Example:
            https://example.com/help.
        locale (PageLocale | str): The language for users who do not request one
        updated_at (datetime.datetime | None): When it was changed; null if never
        updated_by (None | str): The ID of the key or user that changed it
    """

    display_name: str
    logo_uri: None | str
    primary_color: str
    background_color: str
    support_uri: None | str
    locale: PageLocale | str
    updated_at: datetime.datetime | None
    updated_by: None | str

    def to_dict(self) -> dict[str, Any]:
        display_name = self.display_name

        logo_uri: None | str
        logo_uri = self.logo_uri

        primary_color = self.primary_color

        background_color = self.background_color

        support_uri: None | str
        support_uri = self.support_uri

        locale: str
        locale = self.locale

        updated_at: None | str
        if isinstance(self.updated_at, datetime.datetime):
            updated_at = self.updated_at.isoformat()
        else:
            updated_at = self.updated_at

        updated_by: None | str
        updated_by = self.updated_by

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "displayName": display_name,
                "logoUri": logo_uri,
                "primaryColor": primary_color,
                "backgroundColor": background_color,
                "supportUri": support_uri,
                "locale": locale,
                "updatedAt": updated_at,
                "updatedBy": updated_by,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        display_name = d.pop("displayName")

        def _parse_logo_uri(data: object) -> None | str:
            return cast(None | str, data)

        logo_uri = _parse_logo_uri(d.pop("logoUri"))

        primary_color = d.pop("primaryColor")

        background_color = d.pop("backgroundColor")

        def _parse_support_uri(data: object) -> None | str:
            return cast(None | str, data)

        support_uri = _parse_support_uri(d.pop("supportUri"))

        def _parse_locale(data: object) -> PageLocale | str:
            return cast(PageLocale | str, data)

        locale = _parse_locale(d.pop("locale"))

        def _parse_updated_at(data: object) -> datetime.datetime | None:
            try:
                if not isinstance(data, str):
                    raise TypeError
                updated_at_type_0 = datetime.datetime.fromisoformat(data.replace("Z", "+00:00"))

                return updated_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        updated_at = _parse_updated_at(d.pop("updatedAt"))

        def _parse_updated_by(data: object) -> None | str:
            return cast(None | str, data)

        updated_by = _parse_updated_by(d.pop("updatedBy"))

        branding = cls(
            display_name=display_name,
            logo_uri=logo_uri,
            primary_color=primary_color,
            background_color=background_color,
            support_uri=support_uri,
            locale=locale,
            updated_at=updated_at,
            updated_by=updated_by,
        )

        return branding
