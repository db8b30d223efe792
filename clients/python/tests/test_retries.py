import gzip
import socket
import time
import uuid
from typing import Any

import httpx
import pytest
from conftest import Reply
from examples import IDENTITY, VERIFICATION, refusal

from keyward_client import KeywardConnectionError
from keyward_client._answers import Answer
from keyward_client._request import Request
from keyward_client._retries import Retries

UNWELL = Reply(503, refusal("SERVICE_UNAVAILABLE"))
CUT = Reply(fault="cut")


def verify(keyward: Any) -> Any:
    return keyward.credentials.verify(credential="x")


def create(keyward: Any) -> Any:
    return keyward.identities.create(name="bot", type_="CI_CD")


def get(keyward: Any) -> Any:
    return keyward.identities.get("idn_1")


def test_makes_one_idempotency_key_for_all_attempts_of_a_call_and_another_for_the_next(service, call):
    call(create, UNWELL, CUT, Reply(201, IDENTITY))
    call(create, Reply(201, IDENTITY))
    *first, second = [one.headers["idempotency-key"] for one in service.received]
    assert len(first) == 3 and len(set(first)) == 1
    assert uuid.UUID(first[0]).version == 4
    assert second != first[0]


# The dripped bytes decode to nothing, so that nothing of the body arrives.
EMPTY_GZIP = {
    "body": gzip.compress(b"")[:10],
    "drop": b"\0\0\0\xff\xff",
    "headers": {"Content-Encoding": "gzip"},
}


@pytest.mark.parametrize(
    "reply",
    [
        Reply(200, VERIFICATION, fault="silence"),
        Reply(200, VERIFICATION, fault="drip"),
        Reply(200, **EMPTY_GZIP, fault="drip"),
    ],
)
def test_ends_an_attempt_that_takes_too_long(service, call, reply):
    started = time.monotonic()
    with pytest.raises(KeywardConnectionError) as caught:
        call(verify, reply, timeout=0.2)
    assert (caught.value.code, caught.value.status) == ("TIMEOUT", None)
    assert time.monotonic() - started < 3
    assert len(service.received) == 1


@pytest.mark.parametrize("call", ["async"], indirect=True)
def test_ends_an_attempt_whose_headers_take_too_long(service, call):
    started = time.monotonic()
    with pytest.raises(KeywardConnectionError, match="TIMEOUT"):
        call(verify, Reply(200, VERIFICATION, fault="drip headers"), timeout=0.2)
    assert time.monotonic() - started < 3
    assert len(service.received) == 1


def test_tries_to_connect_again_for_every_call_when_that_takes_too_long(call):
    with socket.create_server(("127.0.0.1", 0)) as mute:
        mute.setblocking(False)
        with pytest.raises(KeywardConnectionError, match="TIMEOUT"):
            # The handshake of TLS is never answered.
            call(verify, base_url=f"https://127.0.0.1:{mute.getsockname()[1]}", timeout=0.2, max_retries=2)
        for _ in range(3):
            mute.accept()[0].close()
        with pytest.raises(BlockingIOError):
            mute.accept()


@pytest.mark.parametrize("use", [verify, get])
def test_says_that_nobody_listens(service, call, use):
    service.close()
    with pytest.raises(KeywardConnectionError) as caught:
        call(use)
    assert caught.value.code == "CONNECTION_FAILED"


POST = Request("POST", "/")
GET = Request("GET", "/")


def wait(request: Request, status: int, **headers: str) -> float | None:
    given = httpx.Headers({name.replace("_", "-"): value for name, value in headers.items()})
    return Retries(request, 1).after_answer(Answer(status, given, b""))


@pytest.fixture
def no_jitter(monkeypatch):
    monkeypatch.setattr("random.uniform", lambda *_: 0.0)
    monkeypatch.setattr("time.time", lambda: 1000.0)


@pytest.mark.usefixtures("no_jitter")
def test_waits_as_long_as_the_service_asks_for():
    assert wait(POST, 429, Retry_After="7", X_RateLimit_Reset="1050") == 7
    assert wait(POST, 429, X_RateLimit_Reset="1050") == 50
    assert wait(POST, 429, X_RateLimit_Reset="900") == 0
    assert wait(POST, 429, Retry_After="soon") == 0
    assert wait(POST, 429, Retry_After="soon", X_RateLimit_Reset="1050") == 50
    assert wait(GET, 503, Retry_After="30") == 30
    assert wait(GET, 503, Retry_After="Thu, 01 Jan 1970 00:17:10 GMT") == 30
    assert wait(GET, 503, X_RateLimit_Reset="1050") == 0


@pytest.mark.usefixtures("no_jitter")
def test_reads_a_date_without_a_zone_as_utc(monkeypatch):
    monkeypatch.setenv("TZ", "JST-9")
    time.tzset()
    try:
        assert wait(GET, 503, Retry_After="Thu Jan  1 00:17:10 1970") == 30
    finally:
        monkeypatch.undo()
        time.tzset()


@pytest.mark.usefixtures("no_jitter")
def test_raises_instead_of_waiting_longer_than_a_minute():
    assert wait(POST, 429, Retry_After="60") == 60
    assert wait(POST, 429, Retry_After="61") is None
    assert wait(POST, 429, Retry_After="Fri, 01 Jan 2100 00:00:00 GMT") is None
    assert wait(POST, 429, X_RateLimit_Reset="1061") is None
    assert wait(GET, 503, Retry_After="999999999999") is None


def test_waits_a_random_part_of_a_time_that_doubles_up_to_eight_seconds(monkeypatch):
    asked = []
    monkeypatch.setattr("random.uniform", lambda low, high: asked.append((low, high)) or high / 2)
    retries = Retries(GET, 7)
    waits = [retries.after_failure(httpx.ReadError("")) for _ in range(7)]
    assert asked == [(0, 0.25), (0, 0.5), (0, 1.0), (0, 2.0), (0, 4.0), (0, 8.0), (0, 8.0)]
    assert waits == [0.125, 0.25, 0.5, 1.0, 2.0, 4.0, 4.0]


@pytest.mark.parametrize("failure", [httpx.ConnectError(""), httpx.ConnectTimeout("")])
def test_tries_to_connect_again_for_every_call_because_nothing_was_sent(failure):
    assert Retries(POST, 1).after_failure(failure) <= 0.25
    with pytest.raises(KeywardConnectionError):
        Retries(POST, 0).after_failure(failure)
    with pytest.raises(KeywardConnectionError):
        Retries(POST, 1).after_failure(httpx.ReadError(""))
