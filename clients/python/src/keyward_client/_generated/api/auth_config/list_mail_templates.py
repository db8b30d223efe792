from typing import Any

from keyward_client._request import Request

from ...models.mail_kind import MailKind
from ...models.mail_language import MailLanguage
from ...models.mail_template_list import MailTemplateList
from ...types import UNSET, Unset


def request(
    *,
    kind: MailKind | str | Unset = UNSET,
    language: MailLanguage | str | Unset = UNSET,
    page: int | Unset = UNSET,
    limit: int | Unset = UNSET,
) -> Request:

    params: dict[str, Any] = {}

    json_kind: str | Unset
    if isinstance(kind, Unset):
        json_kind = UNSET
    else:
        json_kind = kind
    params["kind"] = json_kind

    json_language: str | Unset
    if isinstance(language, Unset):
        json_language = UNSET
    else:
        json_language = language
    params["language"] = json_language

    params["page"] = page

    params["limit"] = limit

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    return Request(
        "GET",
        "/api/v1/auth/mail-templates",
        accept="application/json",
        query=params,
    )


def answer(data: Any) -> MailTemplateList:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = MailTemplateList.from_dict(data)

    return response_200
