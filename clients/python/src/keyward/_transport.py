"""Sends requests, with and without `async`; all that is to decide is in `_retries` and `_answers`."""

import asyncio
import re
import time
from collections.abc import Callable
from typing import Any, TypeVar
from urllib.parse import urlsplit

import httpx
from attrs import field, frozen

from ._answers import Answer, read
from ._errors import KeywardError
from ._generated import __version__
from ._request import Request
from ._retries import Retries

T = TypeVar("T")


@frozen(kw_only=True)
class Options:
    base_url: str
    api_key: str | None = field(repr=False)
    timeout: float
    max_retries: int

    def __attrs_post_init__(self) -> None:
        if not _is_base_url(self.base_url):
            # Without the value: a key may have been given in its place.
            raise KeywardError("base_url must be like https://keyward.example", code="INVALID_BASE_URL")
        # Checked here because the error of the HTTP library would show the key.
        if self.api_key is not None and not re.fullmatch(r"[\x21-\x7e]+", str(self.api_key)):
            raise KeywardError(
                "api_key must be printable ASCII without spaces or a line's end",
                code="INVALID_API_KEY",
            )
        if not self.timeout > 0 or self.max_retries < 0:
            raise KeywardError("timeout must be above 0, max_retries not below", code="INVALID_ARGUMENT")

    def http(self) -> dict[str, Any]:
        """The arguments of an HTTP client."""
        return {"timeout": self.timeout, "follow_redirects": False}

    def request(self, request: Request) -> dict[str, Any]:
        """The arguments of one request."""
        headers = {
            **request.headers,
            "Accept": request.accept or "*/*",
            "User-Agent": f"keyward-python/{__version__}",
        }
        if self.api_key is not None:
            headers["Authorization"] = f"Bearer {self.api_key}"
        if request.content is not None and request.content_type is not None:
            headers["Content-Type"] = request.content_type
        return {
            "method": request.method,
            "url": self.base_url.rstrip("/") + request.path,
            "params": dict(request.query) or None,
            "headers": headers,
            "content": request.content,
        }


def _is_base_url(text: str) -> bool:
    if not isinstance(text, str) or re.search(r"\s", text):
        return False
    try:
        url = urlsplit(text)
        httpx.URL(text)
        port = url.port  # reading it is what checks it
    except (ValueError, httpx.InvalidURL):
        return False
    plain = not (url.username or url.password or url.query or url.fragment or port == 0)
    return url.scheme in ("http", "https") and bool(url.hostname) and plain


class _Body:
    """Collects a body. httpx limits the wait for each piece of it, this the wait for all of them."""

    def __init__(self, timeout: float) -> None:
        self._deadline = time.monotonic() + timeout
        self._pieces: list[bytes] = []

    def add(self, piece: bytes) -> None:
        self._pieces.append(piece)
        if time.monotonic() > self._deadline:
            raise httpx.ReadTimeout("the whole answer took too long")

    def answer(self, response: httpx.Response) -> Answer:
        return Answer(response.status_code, response.headers, b"".join(self._pieces))


class Transport:
    def __init__(self, options: Options) -> None:
        self.options = options
        self._http = httpx.Client(**options.http())

    def call(self, request: Request, construct: Callable[[Any], T]) -> T:
        retries = Retries(request, self.options.max_retries)
        while True:
            wait: float | None
            try:
                answer = self._send(request)
            except httpx.HTTPError as failure:
                wait = retries.after_failure(failure)
            else:
                wait = retries.after_answer(answer)
                if wait is None:
                    return read(answer, request.accept, construct)
            time.sleep(wait)

    def _send(self, request: Request) -> Answer:
        body = _Body(self.options.timeout)
        with self._http.stream(**self.options.request(request)) as response:
            for piece in response.iter_bytes():
                body.add(piece)
        return body.answer(response)

    def close(self) -> None:
        self._http.close()


class AsyncTransport:
    def __init__(self, options: Options) -> None:
        self.options = options
        self._http = httpx.AsyncClient(**options.http())

    async def call(self, request: Request, construct: Callable[[Any], T]) -> T:
        retries = Retries(request, self.options.max_retries)
        while True:
            wait: float | None
            try:
                answer = await self._send(request)
            except httpx.HTTPError as failure:
                wait = retries.after_failure(failure)
            else:
                wait = retries.after_answer(answer)
                if wait is None:
                    return read(answer, request.accept, construct)
            await asyncio.sleep(wait)

    async def _send(self, request: Request) -> Answer:
        body = _Body(self.options.timeout)
        async with self._http.stream(**self.options.request(request)) as response:
            async for piece in response.aiter_bytes():
                body.add(piece)
        return body.answer(response)

    async def close(self) -> None:
        await self._http.aclose()
