from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.preview_login import PreviewLogin

T = TypeVar("T", bound="PreviewAuthnContext")


@_attrs_define
class PreviewAuthnContext:
    """The class that is asserted after a sign-in, if the request asks for none (Core section 2.7.2.2)

    Example:
        {'login': 'PASSWORD', 'class': 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport'}

    Attributes:
        login (PreviewLogin | str): How the user signs in
        class_ (str):
    """

    login: PreviewLogin | str
    class_: str

    def to_dict(self) -> dict[str, Any]:
        login: str
        login = self.login

        class_ = self.class_

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "login": login,
                "class": class_,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_login(data: object) -> PreviewLogin | str:
            return cast(PreviewLogin | str, data)

        login = _parse_login(d.pop("login"))

        class_ = d.pop("class")

        preview_authn_context = cls(
            login=login,
            class_=class_,
        )

        return preview_authn_context
