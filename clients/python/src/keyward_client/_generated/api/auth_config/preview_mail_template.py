from typing import Any

from keyward_client._request import Request, json_content, segment

from ...models.mail_preview import MailPreview
from ...models.mail_template_input import MailTemplateInput
from ...types import UNSET, Unset


def request(
    kind: str,
    language: str,
    *,
    subject: None | str | Unset = UNSET,
    greeting: None | str | Unset = UNSET,
    greeting_without_name: None | str | Unset = UNSET,
    body: None | str | Unset = UNSET,
    footer: None | str | Unset = UNSET,
) -> Request:

    _body = MailTemplateInput(
        subject=subject,
        greeting=greeting,
        greeting_without_name=greeting_without_name,
        body=body,
        footer=footer,
    ).to_dict()
    return Request(
        "POST",
        f"/api/v1/auth/mail-templates/{segment(kind)}/{segment(language)}/preview",
        accept="application/json",
        content_type="application/json",
        content=json_content(_body, optional=False),
    )


def answer(data: Any) -> MailPreview:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = MailPreview.from_dict(data)

    return response_200
