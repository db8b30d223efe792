from typing import Any

from keyward_client._request import Request, segment

from ...models.mail_template import MailTemplate


def request(
    kind: str,
    language: str,
) -> Request:

    return Request(
        "GET",
        f"/api/v1/auth/mail-templates/{segment(kind)}/{segment(language)}",
        accept="application/json",
    )


def answer(data: Any) -> MailTemplate:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = MailTemplate.from_dict(data)

    return response_200
