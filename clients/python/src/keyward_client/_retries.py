"""When a request is sent again, and after how long."""

import random

import httpx

from ._answers import Answer, asked_wait
from ._errors import KeywardAnswerError, KeywardConnectionError, KeywardError
from ._request import Request

#: The longest wait in seconds that is sat out; a service that asks for more gets its error raised.
LONGEST_WAIT = 60.0
_FIRST_BACKOFF = 0.25
_LONGEST_BACKOFF = 8.0
_NOTHING_WAS_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)


class Retries:
    """The attempts of one call. Each method gives the seconds to wait before the next."""

    def __init__(self, request: Request, most: int) -> None:
        self._request = request
        self._left = most
        self._backoff = _FIRST_BACKOFF

    def after_failure(self, failure: Exception) -> float:
        """@raises KeywardError when it is not tried again"""
        sent = not isinstance(failure, _NOTHING_WAS_SENT)
        if self._left > 0 and _is_of_network(failure) and (self._request.repeatable or not sent):
            return self._next()
        raise _error_of(failure)

    def after_answer(self, answer: Answer) -> float | None:
        """None when the answer stands."""
        limited = answer.status == 429  # then the call was not executed
        unwell = answer.status in (502, 503, 504) and self._request.repeatable
        asked = asked_wait(answer) or 0.0
        if self._left <= 0 or not (limited or unwell) or asked > LONGEST_WAIT:
            return None
        # Jitter also on top of what was asked for, or all who were told the same come back at once.
        return asked + self._next()

    def _next(self) -> float:
        wait = random.uniform(0, self._backoff)
        self._left -= 1
        self._backoff = min(self._backoff * 2, _LONGEST_BACKOFF)
        return wait


def _is_of_network(failure: Exception) -> bool:
    return isinstance(failure, httpx.TransportError) and not isinstance(
        failure, (httpx.LocalProtocolError, httpx.UnsupportedProtocol)
    )


def _error_of(failure: Exception) -> KeywardError:
    if isinstance(failure, httpx.TimeoutException):
        return KeywardConnectionError("there was no whole answer in time", code="TIMEOUT")
    if isinstance(failure, httpx.ConnectError):
        return KeywardConnectionError(f"no connection: {failure}", code="CONNECTION_FAILED")
    if isinstance(failure, httpx.TransportError):
        return KeywardConnectionError("the connection broke", code="CONNECTION_FAILED")
    if isinstance(failure, httpx.HTTPError):
        return KeywardAnswerError(
            "the answer cannot be decoded or is larger than 64 MiB", code="UNEXPECTED_ANSWER"
        )
    return KeywardError("an identifier or a query is too long or no text", code="INVALID_ARGUMENT")
