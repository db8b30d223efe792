"""Sends requests, with and without `async`; all that is to decide is in `_retries` and `_answers`."""

import asyncio
import copy
import time
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import anyio
import httpx
from attrs import evolve

from ._answers import Answer, read
from ._options import Options
from ._request import Request
from ._retries import Retries

T = TypeVar("T")

#: What the HTTP library raises instead of an answer; the last two when a request cannot be written.
_FAILURES = (httpx.HTTPError, httpx.InvalidURL, UnicodeError)
_LARGEST_ANSWER = 64 * 1024 * 1024


class _Body:
    """Collects a body that may not grow without end."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []
        self._size = 0

    def add(self, piece: bytes) -> None:
        self._pieces.append(piece)
        self._size += len(piece)
        if self._size > _LARGEST_ANSWER:
            raise httpx.DecodingError("the answer is too large")

    def answer(self, response: httpx.Response) -> Answer:
        return Answer(response.status_code, response.headers, b"".join(self._pieces))


class _InTime(httpx.SyncByteStream):
    """A body before it is decoded. httpx limits the wait for each piece, this the wait for all of them."""

    def __init__(self, body: object, deadline: float) -> None:
        assert isinstance(body, httpx.SyncByteStream)
        self._body = body
        self._deadline = deadline

    def __iter__(self) -> Iterator[bytes]:
        for piece in self._body:
            if time.monotonic() > self._deadline:
                raise httpx.ReadTimeout("the whole answer took too long")
            yield piece

    def close(self) -> None:
        self._body.close()


def _forget_location(response: httpx.Response) -> None:
    # httpx builds the request that would follow although it is never sent, and fails at odd addresses.
    response.headers.pop("Location", None)


async def _async_forget_location(response: httpx.Response) -> None:
    _forget_location(response)


class Transport:
    def __init__(self, options: Options) -> None:
        self.options = options
        self._http = options.http(httpx.Client, _forget_location)

    def limited(self, *, timeout: float, max_retries: int) -> "Transport":
        """The same connections, with other limits for each call."""
        other = copy.copy(self)
        other.options = evolve(self.options, timeout=timeout, max_retries=max_retries)
        return other

    def call(self, request: Request, construct: Callable[[Any], T]) -> T:
        retries = Retries(request, self.options.max_retries)
        while True:
            wait: float | None
            outcome = self._send(request)
            if isinstance(outcome, Answer):
                wait = retries.after_answer(outcome)
                if wait is None:
                    return read(outcome, request.accept, construct)
            else:
                wait = retries.after_failure(outcome)
            time.sleep(wait)

    def _send(self, request: Request) -> Answer | Exception:
        # A failure is given back: an error raised in its place here would carry it along, and the key in it.
        deadline = time.monotonic() + self.options.timeout
        body = _Body()
        try:
            with self._http.stream(**self.options.request(request)) as response:
                response.stream = _InTime(response.stream, deadline)
                for piece in response.iter_bytes():
                    body.add(piece)
            return body.answer(response)
        except _FAILURES as failure:
            return failure

    def close(self) -> None:
        self._http.close()


class AsyncTransport:
    def __init__(self, options: Options) -> None:
        self.options = options
        self._http = options.http(httpx.AsyncClient, _async_forget_location)

    def limited(self, *, timeout: float, max_retries: int) -> "AsyncTransport":
        """The same connections, with other limits for each call."""
        other = copy.copy(self)
        other.options = evolve(self.options, timeout=timeout, max_retries=max_retries)
        return other

    async def call(self, request: Request, construct: Callable[[Any], T]) -> T:
        retries = Retries(request, self.options.max_retries)
        while True:
            wait: float | None
            outcome = await self._send(request)
            if isinstance(outcome, Answer):
                wait = retries.after_answer(outcome)
                if wait is None:
                    return read(outcome, request.accept, construct)
            else:
                wait = retries.after_failure(outcome)
            await asyncio.sleep(wait)

    async def _send(self, request: Request) -> Answer | Exception:
        # Cancelled only by a scope: a cancellation of the task that reaches httpcore while it closes a
        # connection leaves its place in the pool taken for good.
        scope = anyio.CancelScope()
        task = asyncio.create_task(self._exchange(request, scope))
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            scope.cancel()
            await asyncio.wait([task])
            raise

    async def _exchange(self, request: Request, scope: anyio.CancelScope) -> Answer | Exception:
        async def limit(event: str, _: object) -> None:
            # Before that httpx limits each wait, and closes a connection that is not made in time.
            if event.endswith(".send_request_headers.started"):
                scope.deadline = anyio.current_time() + self.options.timeout

        arguments = {**self.options.request(request), "extensions": {"trace": limit}}
        body = _Body()
        with scope:
            try:
                async with self._http.stream(**arguments) as response:
                    async for piece in response.aiter_bytes():
                        body.add(piece)
                return body.answer(response)
            except _FAILURES as failure:
                return failure
        return httpx.ReadTimeout("the whole answer took too long")  # the scope ended it

    async def close(self) -> None:
        await self._http.aclose()
