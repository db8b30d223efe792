"""The options of a client, and the HTTP client that is made of them."""

import re
from collections.abc import Callable
from typing import Any, TypeVar
from urllib.parse import urlsplit

import httpx
from attrs import field, frozen

from ._errors import KeywardError
from ._generated import __version__
from ._request import Request

T = TypeVar("T")

_LONGEST_TIMEOUT = 86400


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
        if self.api_key is not None and not (
            isinstance(self.api_key, str) and re.fullmatch(r"[\x21-\x7e]+", self.api_key)
        ):
            raise KeywardError(
                "api_key must be printable ASCII without spaces or a line's end",
                code="INVALID_API_KEY",
            )
        if not (isinstance(self.timeout, (int, float)) and 0 < self.timeout <= _LONGEST_TIMEOUT):
            raise KeywardError(
                f"timeout must be seconds above 0, at most {_LONGEST_TIMEOUT}", code="INVALID_ARGUMENT"
            )
        if not (isinstance(self.max_retries, int) and self.max_retries >= 0):
            raise KeywardError("max_retries must be a whole number from 0 on", code="INVALID_ARGUMENT")

    def http(self, client: Callable[..., T], forget_location: Callable[[httpx.Response], Any]) -> T:
        """An HTTP client of this class."""
        try:
            return client(
                timeout=self.timeout, follow_redirects=False, event_hooks={"response": [forget_location]}
            )
        except (httpx.InvalidURL, ImportError, OSError, ValueError) as failure:
            kind = type(failure).__name__
        # Outside of the `except`: what failed can hold the password of a proxy, and would come along.
        raise KeywardError(
            f"a proxy or a certificate that the environment names cannot be used ({kind})",
            code="INVALID_ENVIRONMENT",
        )

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
            "timeout": self.timeout,
        }


def _is_base_url(text: str) -> bool:
    # A bare ? or # would turn the path of every operation into a query or a fragment.
    if not isinstance(text, str) or re.search(r"[\s?#]", text):
        return False
    try:
        url = urlsplit(text)
        port = url.port  # reading it is what checks it
        # As it is when a name is looked up, which fails for parts that are empty or too long.
        httpx.URL(text).raw_host.decode().encode("idna")
    except (ValueError, httpx.InvalidURL):
        return False
    return (
        url.scheme in ("http", "https")
        and bool(url.hostname)
        and not (url.username or url.password or port == 0)
    )
