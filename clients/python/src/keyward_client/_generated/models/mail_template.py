from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.mail_kind import MailKind
from ..models.mail_language import MailLanguage

if TYPE_CHECKING:
    from ..models.mail_texts import MailTexts


T = TypeVar("T", bound="MailTemplate")


@_attrs_define
class MailTemplate:
    """The texts of one mail in one language

    Example:
        {'kind': 'INVITATION', 'language': 'en', 'isEditable': True, 'isEdited': True, 'subject': 'Welcome to
            {organization}', 'greeting': None, 'greetingWithoutName': None, 'body': 'Your manager asked us to give you an
            account at {organization}.', 'footer': None, 'defaults': {'subject': 'Your invitation to {organization}',
            'greeting': 'Hello {name},', 'greetingWithoutName': 'Hello,', 'body': 'You’re invited to join {organization}. To
            accept, choose a password.', 'footer': 'You get this email because an administrator invited this address.'},
            'placeholders': ['organization', 'name'], 'updatedAt': '2026-01-15T10:30:00.000Z', 'updatedBy':
            'cred_01kahz5v3be4nr7q2m8x9c0d1e'}

    Attributes:
        kind (MailKind | str): A mail. The mails `CHANGED_BY_USER` and `CHANGED_BY_ADMINISTRATOR` tell of changes of an
            account, and cannot be edited
        language (MailLanguage | str): A language of mails
        is_editable (bool): Whether the texts can be edited. Those of mails about changes cannot
        is_edited (bool): Whether the organization has a text of its own for a part
        subject (None | str): The subject, which is the heading as well; null for the text of Keyward Example: Welcome
            to {organization}.
        greeting (None | str): The greeting of a user whose address is verified, with the name of the user in place of
            `{name}`; null for the text of Keyward Example: Dear {name} of {organization},.
        greeting_without_name (None | str): The greeting of everyone else, whose name is not shown; null for the text of
            Keyward Example: Dear colleague of {organization},.
        body (None | str): The text above the button. A line break starts a paragraph. The sentence about the expiry of
            the link follows it, and cannot be edited; null for the text of Keyward Example: Your manager asked us to give
            you an account at {organization}..
        footer (None | str): Why the mail was sent. The sentence before it names the sender, and cannot be edited; null
            for the text of Keyward Example: You get this email because you work for {organization}..
        defaults (MailTexts): The texts of Keyward for a mail Example: {'subject': 'Your invitation to {organization}',
            'greeting': 'Hello {name},', 'greetingWithoutName': 'Hello,', 'body': 'You’re invited to join {organization}. To
            accept, choose a password.', 'footer': 'You get this email because an administrator invited this address.'}.
        placeholders (list[str]): The placeholders that the texts may have. `{name}` stands in `greeting` only
        updated_at (datetime.datetime | None): When it was changed; null if never
        updated_by (None | str): The ID of the key or user that changed it
    """

    kind: MailKind | str
    language: MailLanguage | str
    is_editable: bool
    is_edited: bool
    subject: None | str
    greeting: None | str
    greeting_without_name: None | str
    body: None | str
    footer: None | str
    defaults: MailTexts
    placeholders: list[str]
    updated_at: datetime.datetime | None
    updated_by: None | str

    def to_dict(self) -> dict[str, Any]:
        kind: str
        kind = self.kind

        language: str
        language = self.language

        is_editable = self.is_editable

        is_edited = self.is_edited

        subject: None | str
        subject = self.subject

        greeting: None | str
        greeting = self.greeting

        greeting_without_name: None | str
        greeting_without_name = self.greeting_without_name

        body: None | str
        body = self.body

        footer: None | str
        footer = self.footer

        defaults = self.defaults.to_dict()

        placeholders = self.placeholders

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
                "kind": kind,
                "language": language,
                "isEditable": is_editable,
                "isEdited": is_edited,
                "subject": subject,
                "greeting": greeting,
                "greetingWithoutName": greeting_without_name,
                "body": body,
                "footer": footer,
                "defaults": defaults,
                "placeholders": placeholders,
                "updatedAt": updated_at,
                "updatedBy": updated_by,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.mail_texts import MailTexts  # noqa: PLC0415

        d = dict(src_dict)

        def _parse_kind(data: object) -> MailKind | str:
            return cast(MailKind | str, data)

        kind = _parse_kind(d.pop("kind"))

        def _parse_language(data: object) -> MailLanguage | str:
            return cast(MailLanguage | str, data)

        language = _parse_language(d.pop("language"))

        is_editable = d.pop("isEditable")

        is_edited = d.pop("isEdited")

        def _parse_subject(data: object) -> None | str:
            return cast(None | str, data)

        subject = _parse_subject(d.pop("subject"))

        def _parse_greeting(data: object) -> None | str:
            return cast(None | str, data)

        greeting = _parse_greeting(d.pop("greeting"))

        def _parse_greeting_without_name(data: object) -> None | str:
            return cast(None | str, data)

        greeting_without_name = _parse_greeting_without_name(d.pop("greetingWithoutName"))

        def _parse_body(data: object) -> None | str:
            return cast(None | str, data)

        body = _parse_body(d.pop("body"))

        def _parse_footer(data: object) -> None | str:
            return cast(None | str, data)

        footer = _parse_footer(d.pop("footer"))

        defaults = MailTexts.from_dict(d.pop("defaults"))

        placeholders = cast(list[str], d.pop("placeholders"))

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

        mail_template = cls(
            kind=kind,
            language=language,
            is_editable=is_editable,
            is_edited=is_edited,
            subject=subject,
            greeting=greeting,
            greeting_without_name=greeting_without_name,
            body=body,
            footer=footer,
            defaults=defaults,
            placeholders=placeholders,
            updated_at=updated_at,
            updated_by=updated_by,
        )

        return mail_template
