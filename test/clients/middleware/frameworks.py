"""An API with one route in each framework of Python, asked by its test client and behind a real server."""

import asyncio
import http.client
import json
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any, NamedTuple
from wsgiref.simple_server import WSGIRequestHandler, make_server

import django
import uvicorn
from attrs import asdict
from django.conf import settings
from django.core.asgi import get_asgi_application
from django.core.wsgi import get_wsgi_application
from django.http import JsonResponse
from django.test import Client
from django.urls import clear_url_caches, path
from fastapi import Depends, FastAPI, Request
from fastapi.testclient import TestClient
from keyward_client import AsyncKeyward, Keyward
from keyward_client.django import require_key as of_django
from keyward_client.fastapi import Caller
from keyward_client.fastapi import require_key as of_fastapi

settings.configure(ALLOWED_HOSTS=["*"], SECRET_KEY="of a test", ROOT_URLCONF="urls_of_test", MIDDLEWARE=[])
django.setup()


class Answer(NamedTuple):
    status: int
    challenge: str | None
    body: Any


#: Asks with lines of headers: names and values.
Ask = Callable[..., Answer]


def fastapi_app(client: dict[str, str], options: dict[str, Any]) -> FastAPI:
    app = FastAPI()
    require = Depends(of_fastapi(client=AsyncKeyward(**client), **options))

    @app.get("/invoices")
    async def invoices(request: Request, caller: Caller = require) -> dict[str, Any]:
        assert request.state.keyward is caller
        return asdict(caller)

    return app


def with_urls(view: Any) -> None:
    """Makes this view the only one of Django."""
    urls = ModuleType("urls_of_test")
    urls.urlpatterns = [path("invoices", view)]  # type: ignore[attr-defined]
    sys.modules["urls_of_test"] = urls
    clear_url_caches()


def django_view(client: dict[str, str], options: dict[str, Any]) -> None:
    @of_django(client=Keyward(**client), **options)
    def invoices(request: Any) -> JsonResponse:
        return JsonResponse(asdict(request.keyward))

    with_urls(invoices)


def django_async_view(client: dict[str, str], options: dict[str, Any]) -> None:
    @of_django(client=AsyncKeyward(**client), **options)
    async def invoices(request: Any) -> JsonResponse:
        return JsonResponse(asdict(request.keyward))

    with_urls(invoices)


@contextmanager
def fastapi_test_client(client: dict[str, str], options: dict[str, Any]) -> Iterator[Ask]:
    with TestClient(fastapi_app(client, options)) as http:

        def ask(*lines: tuple[str, str]) -> Answer:
            answer = http.get("/invoices", headers=list(lines))
            return Answer(answer.status_code, answer.headers.get("WWW-Authenticate"), answer.json())

        yield ask


@contextmanager
def django_test_client(client: dict[str, str], options: dict[str, Any]) -> Iterator[Ask]:
    django_view(client, options)

    def ask(*lines: tuple[str, str]) -> Answer:
        headers: dict[str, str] = {}
        for name, value in lines:
            # As the servers do.
            headers[name] = f"{headers[name]},{value}" if name in headers else value
        answer = Client().get("/invoices", headers=headers)
        return Answer(answer.status_code, answer.headers.get("WWW-Authenticate"), json.loads(answer.content))

    yield ask


@contextmanager
def _uvicorn(app: Any) -> Iterator[Ask]:
    # The socket listens before the server runs, so that no request has to wait for it.
    listening = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, log_level="critical", lifespan="off"))
    thread = threading.Thread(target=asyncio.run, args=(server.serve(sockets=[listening]),))
    thread.start()
    try:
        yield _asking(listening.getsockname()[1])
    finally:
        server.should_exit = True
        thread.join()
        listening.close()


@contextmanager
def fastapi_server(client: dict[str, str], options: dict[str, Any]) -> Iterator[Ask]:
    with _uvicorn(fastapi_app(client, options)) as ask:
        yield ask


@contextmanager
def django_async_server(client: dict[str, str], options: dict[str, Any]) -> Iterator[Ask]:
    django_async_view(client, options)
    with _uvicorn(get_asgi_application()) as ask:
        yield ask


class _Quiet(WSGIRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def django_server(client: dict[str, str], options: dict[str, Any]) -> Iterator[Ask]:
    django_view(client, options)
    with make_server("127.0.0.1", 0, get_wsgi_application(), handler_class=_Quiet) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        try:
            yield _asking(server.server_port)
        finally:
            server.shutdown()
            thread.join()


def _asking(port: int) -> Ask:
    def ask(*lines: tuple[str, str]) -> Answer:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        connection.putrequest("GET", "/invoices")
        for name, value in lines:
            connection.putheader(name, value)
        connection.putheader("Connection", "close")
        connection.endheaders()
        answer = connection.getresponse()
        body = json.loads(answer.read())
        connection.close()
        return Answer(answer.status, answer.getheader("WWW-Authenticate"), body)

    return ask


FRAMEWORKS = [
    fastapi_test_client,
    fastapi_server,
    django_test_client,
    django_server,
    django_async_server,
]
