from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="MailTemplateInput")


@_attrs_define
class MailTemplateInput:
    """The texts of a mail. A part that is null or left out has the text of Keyward

    Example:
        {'subject': 'Welcome to {organization}', 'body': 'Your manager asked us to give you an account at
            {organization}.'}

    Attributes:
        subject (None | str | Unset): The subject, which is the heading as well; null for the text of Keyward Example:
            Welcome to {organization}.
        greeting (None | str | Unset): The greeting of a user whose address is verified, with the name of the user in
            place of `{name}`; null for the text of Keyward Example: Dear {name} of {organization},.
        greeting_without_name (None | str | Unset): The greeting of everyone else, whose name is not shown; null for the
            text of Keyward Example: Dear colleague of {organization},.
        body (None | str | Unset): The text above the button. A line break starts a paragraph. The sentence about the
            expiry of the link follows it, and cannot be edited; null for the text of Keyward Example: Your manager asked us
            to give you an account at {organization}..
        footer (None | str | Unset): Why the mail was sent. The sentence before it names the sender, and cannot be
            edited; null for the text of Keyward Example: You get this email because you work for {organization}..
    """

    subject: None | str | Unset = UNSET
    greeting: None | str | Unset = UNSET
    greeting_without_name: None | str | Unset = UNSET
    body: None | str | Unset = UNSET
    footer: None | str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        subject: None | str | Unset
        if isinstance(self.subject, Unset):
            subject = UNSET
        else:
            subject = self.subject

        greeting: None | str | Unset
        if isinstance(self.greeting, Unset):
            greeting = UNSET
        else:
            greeting = self.greeting

        greeting_without_name: None | str | Unset
        if isinstance(self.greeting_without_name, Unset):
            greeting_without_name = UNSET
        else:
            greeting_without_name = self.greeting_without_name

        body: None | str | Unset
        if isinstance(self.body, Unset):
            body = UNSET
        else:
            body = self.body

        footer: None | str | Unset
        if isinstance(self.footer, Unset):
            footer = UNSET
        else:
            footer = self.footer

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if subject is not UNSET:
            field_dict["subject"] = subject
        if greeting is not UNSET:
            field_dict["greeting"] = greeting
        if greeting_without_name is not UNSET:
            field_dict["greetingWithoutName"] = greeting_without_name
        if body is not UNSET:
            field_dict["body"] = body
        if footer is not UNSET:
            field_dict["footer"] = footer

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_subject(data: object) -> None | str | Unset:
            return cast(None | str | Unset, data)

        subject = _parse_subject(d.pop("subject", UNSET))

        def _parse_greeting(data: object) -> None | str | Unset:
            return cast(None | str | Unset, data)

        greeting = _parse_greeting(d.pop("greeting", UNSET))

        def _parse_greeting_without_name(data: object) -> None | str | Unset:
            return cast(None | str | Unset, data)

        greeting_without_name = _parse_greeting_without_name(d.pop("greetingWithoutName", UNSET))

        def _parse_body(data: object) -> None | str | Unset:
            return cast(None | str | Unset, data)

        body = _parse_body(d.pop("body", UNSET))

        def _parse_footer(data: object) -> None | str | Unset:
            return cast(None | str | Unset, data)

        footer = _parse_footer(d.pop("footer", UNSET))

        mail_template_input = cls(
            subject=subject,
            greeting=greeting,
            greeting_without_name=greeting_without_name,
            body=body,
            footer=footer,
        )

        return mail_template_input
