"""One request as the generated code describes it, before there is a network."""

import json
import re
import uuid
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import quote, urlencode

from attrs import field, frozen

from ._errors import KeywardError
from ._generated.types import Unset

_IDEMPOTENT = ("GET", "HEAD", "OPTIONS", "PUT", "DELETE")


def _printable(headers: Mapping[str, str]) -> dict[str, str]:
    for name, value in headers.items():
        # Checked here because the error of the HTTP library would show the value.
        if not isinstance(value, str) or not re.fullmatch(r"[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?", value):
            raise KeywardError(f"{name} must be printable ASCII", code="INVALID_ARGUMENT")
    return dict(headers)


@frozen
class Request:
    method: str
    path: str
    accept: str | None = field(default=None, kw_only=True)
    query: Mapping[str, Any] = field(factory=dict, kw_only=True)
    headers: dict[str, str] = field(factory=dict, converter=_printable, repr=False, kw_only=True)
    content: bytes | None = field(default=None, repr=False, kw_only=True)
    content_type: str | None = field(default=None, kw_only=True)

    @property
    def repeatable(self) -> bool:
        """Whether sending it twice does no more than sending it once."""
        return self.method in _IDEMPOTENT or "Idempotency-Key" in self.headers


def segment(value: object) -> str:
    """A path parameter in the path. An empty one, or dots, would make it the path of another operation."""
    text = str(value)
    # Half a surrogate pair has no bytes to be written as.
    if text in ("", ".", "..") or re.search("[\ud800-\udfff]", text):
        raise KeywardError(f"{text!r} is not an identifier", code="INVALID_ARGUMENT")
    return quote(text, safe="")


def json_content(value: Any, *, optional: bool) -> bytes | None:
    """The body as JSON; none where it may be left out and nothing was given."""
    if optional and (isinstance(value, Unset) or value == {}):
        return None
    return _written(lambda: json.dumps(value, ensure_ascii=False, allow_nan=False))


def form_content(value: Any) -> bytes | None:
    return None if isinstance(value, Unset) else _written(lambda: urlencode(value, doseq=True))


def text_content(value: Any) -> bytes | None:
    return None if isinstance(value, Unset) else _written(lambda: value)


def _written(write: Callable[[], str]) -> bytes:
    try:
        return write().encode()
    except (AttributeError, RecursionError, TypeError, ValueError):
        pass
    # Outside of the `except`: the cause shows the value.
    raise KeywardError("the body has a value that cannot be written", code="INVALID_ARGUMENT")


def new_idempotency_key() -> str:
    return str(uuid.uuid4())
