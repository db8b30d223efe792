from typing import Any

from keyward_client._request import Request, json_content, segment

from ...models.mail_template import MailTemplate
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
    if_match: str | Unset = UNSET,
) -> Request:
    headers: dict[str, Any] = {}
    if not isinstance(if_match, Unset):
        headers["If-Match"] = if_match

    _body = MailTemplateInput(
        subject=subject,
        greeting=greeting,
        greeting_without_name=greeting_without_name,
        body=body,
        footer=footer,
    ).to_dict()
    return Request(
        "PUT",
        f"/api/v1/auth/mail-templates/{segment(kind)}/{segment(language)}",
        accept="application/json",
        headers=headers,
        content_type="application/json",
        content=json_content(_body, optional=False),
    )


def answer(data: Any) -> MailTemplate:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = MailTemplate.from_dict(data)

    return response_200
