from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="MailPreview")


@_attrs_define
class MailPreview:
    """A mail with example values

    Example:
        {'subject': 'Welcome to Example', 'html': '<!doctype html><html lang="en"><body><h1>Welcome to
            Example</h1></body></html>', 'text': 'Welcome to Example'}

    Attributes:
        subject (str):
        html (str): The mail as HTML
        text (str): The mail as text
    """

    subject: str
    html: str
    text: str

    def to_dict(self) -> dict[str, Any]:
        subject = self.subject

        html = self.html

        text = self.text

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "subject": subject,
                "html": html,
                "text": text,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        subject = d.pop("subject")

        html = d.pop("html")

        text = d.pop("text")

        mail_preview = cls(
            subject=subject,
            html=html,
            text=text,
        )

        return mail_preview
