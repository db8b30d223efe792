from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="MailTexts")


@_attrs_define
class MailTexts:
    """The texts of Keyward for a mail

    Example:
        {'subject': 'Your invitation to {organization}', 'greeting': 'Hello {name},', 'greetingWithoutName': 'Hello,',
            'body': 'You’re invited to join {organization}. To accept, choose a password.', 'footer': 'You get this email
            because an administrator invited this address.'}

    Attributes:
        subject (str): The subject. A mail about a change has a subject for each change instead
        greeting (str):
        greeting_without_name (str):
        body (str):
        footer (str):
    """

    subject: str
    greeting: str
    greeting_without_name: str
    body: str
    footer: str

    def to_dict(self) -> dict[str, Any]:
        subject = self.subject

        greeting = self.greeting

        greeting_without_name = self.greeting_without_name

        body = self.body

        footer = self.footer

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "subject": subject,
                "greeting": greeting,
                "greetingWithoutName": greeting_without_name,
                "body": body,
                "footer": footer,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        subject = d.pop("subject")

        greeting = d.pop("greeting")

        greeting_without_name = d.pop("greetingWithoutName")

        body = d.pop("body")

        footer = d.pop("footer")

        mail_texts = cls(
            subject=subject,
            greeting=greeting,
            greeting_without_name=greeting_without_name,
            body=body,
            footer=footer,
        )

        return mail_texts
