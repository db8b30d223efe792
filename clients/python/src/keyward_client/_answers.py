"""The meaning of an answer: its data, or the error it stands for."""

import json
import re
import time
from collections.abc import Callable
from datetime import timezone
from email.utils import parsedate_to_datetime
from typing import Any, TypeVar

import httpx
from attrs import field, frozen

from ._errors import KeywardAnswerError, KeywardApiError, KeywardError

T = TypeVar("T")


def is_json(media_type: str) -> bool:
    """Whether it is JSON, by its name or its suffix (RFC 6839, section 3.1); lines of JSON are a text."""
    return re.fullmatch(r"application/(.+\+)?json", media_type) is not None


@frozen
class Answer:
    status: int
    headers: httpx.Headers
    content: bytes = field(repr=False)

    @property
    def ok(self) -> bool:
        return 200 <= self.status < 300

    @property
    def request_id(self) -> str | None:
        given: str | None = self.headers.get("X-Request-Id")
        return given

    def request_id_of(self, body: dict[str, Any]) -> str | None:
        """The ID in the body of an error, or that of the header."""
        named = body.get("requestId")
        return named if isinstance(named, str) else self.request_id

    @property
    def media_type(self) -> str:
        given: str = self.headers.get("Content-Type", "")
        return given.partition(";")[0].strip().lower()

    def json(self) -> Any:
        """@raises ValueError when it is not JSON"""
        if not is_json(self.media_type):
            raise ValueError
        try:
            return json.loads(self.content)
        except RecursionError:
            raise ValueError from None

    def unexpected(self, what: str) -> KeywardAnswerError:
        kind = self.media_type or "no content type"
        return KeywardAnswerError(
            f"{what}: {self.status} with {kind}. Is base_url the address of Keyward?",
            code="UNEXPECTED_ANSWER",
            status=self.status,
            request_id=self.request_id,
            retry_after_seconds=asked_wait(self),
        )


def asked_wait(answer: Answer) -> float | None:
    """How long the service asks to wait: Retry-After in both its forms, else until the rate window ends."""
    after = answer.headers.get("Retry-After", "")
    seconds = _number(after)
    if seconds is not None:
        return seconds
    reset = _number(answer.headers.get("X-RateLimit-Reset", "")) if answer.status == 429 else None
    date = _date(after)
    until = reset if date is None else date
    return None if until is None else max(0.0, until - time.time())


def _number(text: str) -> float | None:
    return float(text) if re.fullmatch(r"[0-9]+", text) else None


def _date(text: str) -> float | None:
    try:
        date = parsedate_to_datetime(text)
        # The form of asctime has no zone, and is in UTC (RFC 9110, section 5.6.7).
        return (date if date.tzinfo else date.replace(tzinfo=timezone.utc)).timestamp()
    except (ValueError, OverflowError):
        return None


def read(answer: Answer, wanted: str | None, construct: Callable[[Any], T]) -> T:
    """The data of an answer of this media type. @raises KeywardError for every other one"""
    if not answer.ok:
        raise error_of(answer)
    try:
        return construct(_data(answer, wanted))
    except (ValueError, KeyError, TypeError, AttributeError):
        pass
    # Outside of the `except`: the cause can hold parts of the answer, and there may be a secret in it.
    raise answer.unexpected("the answer is not what the contract says")


def _data(answer: Answer, wanted: str | None) -> Any:
    """None when there is no content. @raises ValueError when it is not of the media type that is wanted"""
    if answer.status in (204, 205):
        return None
    if wanted is None:
        # JSON may come with a later contract; any other type comes from another server.
        if is_json(answer.media_type) or not (answer.media_type or answer.content):
            return None
        raise ValueError
    if not is_json(wanted):
        if answer.media_type != wanted:
            raise ValueError
        return answer.content.decode(errors="replace")
    data = answer.json()
    if data is None:
        raise ValueError
    return data


def _scim_error(answer: Answer, body: dict[str, Any]) -> tuple[Any, Any]:
    """SCIM's error body is that of RFC 7644 section 3.12; the code is in a header, and before the detail."""
    code = answer.headers.get("X-Error-Code")
    detail = body.get("detail")
    if code is None or not isinstance(detail, str) or not isinstance(body.get("schemas"), list):
        return body.get("error"), None
    return detail.removeprefix(f"{code}: "), code


def error_of(answer: Answer) -> KeywardError:
    """Returns the error of an answer that is not a success."""
    if 300 <= answer.status < 400:
        return KeywardAnswerError(
            "the answer is a redirect, which is never followed: it would carry the API key elsewhere",
            code="REDIRECT",
            status=answer.status,
            request_id=answer.request_id,
        )
    try:
        body = answer.json()
    except ValueError:
        body = None
    if not isinstance(body, dict):
        return answer.unexpected("the answer is not JSON")
    message, code, details = (body.get(name) for name in ("error", "code", "details"))
    if code is None:
        message, code = _scim_error(answer, body)
    if not isinstance(message, str) or not isinstance(code, str):
        error = answer.unexpected("the answer is not an error of the service")
        # A health check that fails answers what fails.
        error.details = body
        return error
    return KeywardApiError(
        message,
        code=code,
        status=answer.status,
        details=details if isinstance(details, dict) else {},
        request_id=answer.request_id_of(body),
        retry_after_seconds=asked_wait(answer),
    )
