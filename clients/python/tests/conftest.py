"""A service of a few scripted answers on the loopback, and callers with and without `async`."""

import asyncio
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from keyward_client import AsyncKeyward, Keyward

API_KEY = "kd_live_SECRET"


@dataclass
class Reply:
    status: int = 200
    body: Any = None
    #: A function gives the value at the time of the answer.
    headers: Mapping[str, str | Callable[[], str]] = field(default_factory=dict)
    #: What happens instead of a whole answer: `cut`, `cut in body`, `silence`, `stall`, `drip` or
    #: `drip headers`.
    fault: str | None = None
    #: What it drips.
    drop: bytes = b" "

    @property
    def content(self) -> bytes:
        if self.body is None or isinstance(self.body, bytes):
            return self.body or b""
        return (self.body if isinstance(self.body, str) else json.dumps(self.body)).encode()


@dataclass
class Received:
    method: str
    path: str
    headers: dict[str, str]
    body: bytes
    at: float

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class Service:
    """Answers with what it was given, in order; the last answer stays."""

    def __init__(self) -> None:
        self.received: list[Received] = []
        self.replies: list[Reply] = []
        self.over = threading.Event()
        service = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            wbufsize = -1  # one packet for each answer: two would wait for each other

            def log_message(self, *_: object) -> None:
                pass

            def answer(self) -> None:
                length = int(self.headers.get("Content-Length", 0))
                headers = {name.lower(): value for name, value in self.headers.items()}
                body = self.rfile.read(length)
                service.received.append(Received(self.command, self.path, headers, body, time.monotonic()))
                left = service.replies
                service.write(self, left.pop(0) if len(left) > 1 else left[0])

            do_GET = do_POST = do_PATCH = do_PUT = do_DELETE = answer

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.origin = f"http://127.0.0.1:{self._http.server_port}"
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.02,))
        self._thread.start()

    def write(self, handler: BaseHTTPRequestHandler, reply: Reply) -> None:
        handler.close_connection = reply.fault is not None
        if reply.fault == "silence":
            self.over.wait(10)
        if reply.fault in ("cut", "silence"):
            handler.connection.shutdown(socket.SHUT_RDWR)
            return
        headers = {"Content-Type": "application/json", **reply.headers}
        content = reply.content
        promised = len(content) + (100 if reply.fault else 0)
        handler.send_response(reply.status)
        for name, value in {**headers, "Content-Length": str(promised)}.items():
            # An empty value stands for a header that is not there.
            if text := value() if callable(value) else value:
                handler.send_header(name, text)
        if reply.fault == "drip headers":
            handler.flush_headers()
            handler.wfile.write(b"X-Drip:")
        else:
            handler.end_headers()
            handler.wfile.write(content)
        if reply.fault == "stall":
            handler.wfile.flush()
            self.over.wait(10)
        with suppress(ConnectionError):  # who listened has gone
            while reply.fault in ("drip", "drip headers") and not self.over.wait(0.05):
                handler.wfile.write(reply.drop)
                handler.wfile.flush()

    def close(self) -> None:
        self.over.set()
        self._http.shutdown()
        self._thread.join()
        self._http.server_close()


@pytest.fixture(autouse=True)
def no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    """A proxy of this machine has no way to the loopback."""
    for name in ("NO_PROXY", "no_proxy"):
        monkeypatch.setenv(name, "localhost,127.0.0.1,::1")


@pytest.fixture
def service() -> Iterator[Service]:
    started = Service()
    yield started
    started.close()


@pytest.fixture(params=["sync", "async"])
def call(
    request: pytest.FixtureRequest, service: Service, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Any]:
    """Calls the scripted service, without waiting between attempts."""
    monkeypatch.setattr("random.uniform", lambda *_: 0.0)

    def run(use: Callable[[Any], Any], *replies: Reply, **options: Any) -> Any:
        service.replies = list(replies)
        settings = {"base_url": service.origin, "api_key": API_KEY, **options}
        if request.param == "sync":
            with Keyward(**settings) as keyward:
                return use(keyward)

        async def main() -> Any:
            async with AsyncKeyward(**settings) as keyward:
                return await use(keyward)

        return asyncio.run(main())

    return run
