from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.page_locale import PageLocale
from ..types import UNSET, Unset

T = TypeVar("T", bound="BrandingChange")


@_attrs_define
class BrandingChange:
    """What to change; fields that are left out keep their values

    Example:
        {'displayName': 'Example', 'primaryColor': '#0b5fff'}

    Attributes:
        display_name (None | str | Unset):
        logo_uri (None | str | Unset): An https address, or a data URL of a PNG, JPEG, WebP or GIF in base64; null for
            none Example: https://static.example.com/logo.png.
        primary_color (None | str | Unset):
        background_color (None | str | Unset):
        support_uri (None | str | Unset): Where people find help, https or mailto; null for none Example:
            https://example.com/help.
        locale (PageLocale | str | Unset): The language for users who do not request one
    """

    display_name: None | str | Unset = UNSET
    logo_uri: None | str | Unset = UNSET
    primary_color: None | str | Unset = UNSET
    background_color: None | str | Unset = UNSET
    support_uri: None | str | Unset = UNSET
    locale: PageLocale | str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        display_name: None | str | Unset
        if isinstance(self.display_name, Unset):
            display_name = UNSET
        else:
            display_name = self.display_name

        logo_uri: None | str | Unset
        if isinstance(self.logo_uri, Unset):
            logo_uri = UNSET
        else:
            logo_uri = self.logo_uri

        primary_color: None | str | Unset
        if isinstance(self.primary_color, Unset):
            primary_color = UNSET
        else:
            primary_color = self.primary_color

        background_color: None | str | Unset
        if isinstance(self.background_color, Unset):
            background_color = UNSET
        else:
            background_color = self.background_color

        support_uri: None | str | Unset
        if isinstance(self.support_uri, Unset):
            support_uri = UNSET
        else:
            support_uri = self.support_uri

        locale: str | Unset
        if isinstance(self.locale, Unset):
            locale = UNSET
        else:
            locale = self.locale

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if display_name is not UNSET:
            field_dict["displayName"] = display_name
        if logo_uri is not UNSET:
            field_dict["logoUri"] = logo_uri
        if primary_color is not UNSET:
            field_dict["primaryColor"] = primary_color
        if background_color is not UNSET:
            field_dict["backgroundColor"] = background_color
        if support_uri is not UNSET:
            field_dict["supportUri"] = support_uri
        if locale is not UNSET:
            field_dict["locale"] = locale

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_display_name(data: object) -> None | str | Unset:
            return cast(None | str | Unset, data)

        display_name = _parse_display_name(d.pop("displayName", UNSET))

        def _parse_logo_uri(data: object) -> None | str | Unset:
            return cast(None | str | Unset, data)

        logo_uri = _parse_logo_uri(d.pop("logoUri", UNSET))

        def _parse_primary_color(data: object) -> None | str | Unset:
            return cast(None | str | Unset, data)

        primary_color = _parse_primary_color(d.pop("primaryColor", UNSET))

        def _parse_background_color(data: object) -> None | str | Unset:
            return cast(None | str | Unset, data)

        background_color = _parse_background_color(d.pop("backgroundColor", UNSET))

        def _parse_support_uri(data: object) -> None | str | Unset:
            return cast(None | str | Unset, data)

        support_uri = _parse_support_uri(d.pop("supportUri", UNSET))

        def _parse_locale(data: object) -> PageLocale | str | Unset:
            return cast(PageLocale | str | Unset, data)

        locale = _parse_locale(d.pop("locale", UNSET))

        branding_change = cls(
            display_name=display_name,
            logo_uri=logo_uri,
            primary_color=primary_color,
            background_color=background_color,
            support_uri=support_uri,
            locale=locale,
        )

        return branding_change
