from typing import Any

from keyward_client._request import Request, json_content, new_idempotency_key, segment

from ...models.mail_template_input import MailTemplateInput
from ...models.mail_test import MailTest
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
    idempotency_key: str | Unset = UNSET,
) -> Request:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    headers.setdefault("Idempotency-Key", new_idempotency_key())

    _body = MailTemplateInput(
        subject=subject,
        greeting=greeting,
        greeting_without_name=greeting_without_name,
        body=body,
        footer=footer,
    ).to_dict()
    return Request(
        "POST",
        f"/api/v1/auth/mail-templates/{segment(kind)}/{segment(language)}/test",
        accept="application/json",
        headers=headers,
        content_type="application/json",
        content=json_content(_body, optional=False),
    )


def answer(data: Any) -> MailTest:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = MailTest.from_dict(data)

    return response_200
