"""The errors of a call: one class to catch, and three that say who failed."""

from collections.abc import Mapping
from functools import partial
from typing import Any


class KeywardError(Exception):
    """Any failure of a call. Decide by `code`; the message is for people and may change."""

    def __init__(
        self,
        message: str,
        *,
        code: str,
        status: int | None = None,
        details: Mapping[str, Any] | None = None,
        request_id: str | None = None,
        retry_after_seconds: float | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        #: The HTTP status; None when there was no answer.
        self.status = status
        #: More about it; for validation errors, each field's name and what is allowed.
        self.details = dict(details or {})
        #: The name of the request in the logs of the service.
        self.request_id = request_id
        #: How long the answer asks to wait before another attempt.
        self.retry_after_seconds = retry_after_seconds

    def __str__(self) -> str:
        facts = [self.code, str(self.status or ""), self.request_id or ""]
        return f"{self.message} ({', '.join(fact for fact in facts if fact)})"

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        # Exceptions are copied and pickled by their positional arguments. `code` is a keyword argument.
        return partial(type(self), code=self.code), (self.message,), self.__dict__


class KeywardApiError(KeywardError):
    """The service refused, and said why: `code` is one of its error codes."""


class KeywardConnectionError(KeywardError):
    """There was no answer, or not all of it: `CONNECTION_FAILED` or `TIMEOUT`."""


class KeywardAnswerError(KeywardError):
    """The server did not answer as Keyward does: `REDIRECT` or `UNEXPECTED_ANSWER`."""
