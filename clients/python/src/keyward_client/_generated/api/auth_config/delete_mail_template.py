from typing import Any

from keyward_client._request import Request, segment

from ...models.mail_template import MailTemplate
from ...types import UNSET, Unset


def request(
    kind: str,
    language: str,
    *,
    if_match: str | Unset = UNSET,
) -> Request:
    headers: dict[str, Any] = {}
    if not isinstance(if_match, Unset):
        headers["If-Match"] = if_match

    return Request(
        "DELETE",
        f"/api/v1/auth/mail-templates/{segment(kind)}/{segment(language)}",
        accept="application/json",
        headers=headers,
    )


def answer(data: Any) -> MailTemplate:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = MailTemplate.from_dict(data)

    return response_200
