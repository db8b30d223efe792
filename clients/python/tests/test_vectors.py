"""The vectors of every client library. clients/vectors.md says what each field means."""

import asyncio
import base64
import email.utils
import gzip
import json
import re
import time
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from conftest import API_KEY, Reply

from keyward_client import (
    AsyncKeyward,
    Keyward,
    KeywardAnswerError,
    KeywardApiError,
    KeywardConnectionError,
    KeywardError,
    WebhookVerificationError,
    verify_webhook,
)

VECTORS = json.loads((Path(__file__).parents[2] / "vectors.json").read_text(encoding="utf-8"))
SIGNED = VECTORS["signatures"]
KINDS = {KeywardApiError: "api", KeywardAnswerError: "answer", KeywardConnectionError: "connection"}
SLACK = 2.0  # seconds that a busy machine needs beside a wait
FAULTS = {"silence in body": "stall"}
CALLS: dict[str, Any] = {
    "getIdentity": lambda keyward: keyward.identities.get("idn_1"),
    "deleteIdentity": lambda keyward: keyward.identities.delete("idn_1"),
    "createIdentity": lambda keyward, **more: keyward.identities.create(
        name="deploy-bot", type_="CI_CD", **more
    ),
    "updateIdentity": lambda keyward: keyward.identities.update("idn_1", name="new"),
    "verifyCredential": lambda keyward: keyward.credentials.verify(credential="kd_live_x"),
    "getScimUser": lambda keyward: keyward.scim_users.get("org_1", "usr_1"),
    "getReadiness": lambda keyward: keyward.service.get_readiness(),
}
LISTS: dict[str, Any] = {
    "listIdentities": lambda keyward, query: keyward.identities.list_all(**query),
    "listCredentials": lambda keyward, query: keyward.credentials.list_all(**query),
}


def name_of(vector: Any) -> str:
    return str(vector["name"])


def reply_of(answer: Any, operation: str) -> Reply:
    fields = {"like": answer} if isinstance(answer, str) else dict(answer)
    fields = {**VECTORS["answers"].get(fields.pop("like", ""), {}), **fields}
    if "ids" in fields:
        page = VECTORS["pages"][operation]
        data = [{**page["data"][0], "id": one} for one in fields["ids"]]
        fields["json"] = {**page, "data": data, "pagination": fields["pagination"]}
    text = json.dumps(fields["json"]) if "json" in fields else fields.get("text", "") * fields.get("times", 1)
    headers = {"Content-Type": "application/json" if "json" in fields else "", **fields.get("headers", {})}
    content = (text + " " * fields.get("padding", 0)).encode()
    fault = fields.get("fault")
    return Reply(
        fields.get("status", 200),
        gzip.compress(content) if headers.get("Content-Encoding") == "gzip" else content,
        {name: partial(timed, value) for name, value in headers.items()},
        FAULTS.get(fault, fault),
    )


def timed(value: str) -> str:
    """Writes `NOW+2` as the Unix time in two seconds, and `DATE+2` as its HTTP date."""
    found = re.fullmatch(r"(NOW|DATE)([+-]\d+)", value)
    if found is None:
        return value
    at = int(time.time()) + int(found[2])
    return str(at) if found[1] == "NOW" else email.utils.formatdate(at, usegmt=True)


def facts_of(error: KeywardError | None, wanted: dict[str, Any] | None) -> dict[str, Any] | None:
    """The facts of an error that the vector names, in the form of the vector."""
    if error is None:
        return None
    facts = {
        "kind": KINDS.get(type(error)),
        "code": error.code,
        "status": error.status,
        "message": error.message,
        "details": error.details,
        "requestId": error.request_id,
        "retryAfterSeconds": error.retry_after_seconds,
    }
    wanted = wanted or facts
    bounds, after = wanted.get("retryAfterSeconds"), error.retry_after_seconds
    if isinstance(bounds, list) and after is not None and bounds[0] <= after <= bounds[1]:
        facts["retryAfterSeconds"] = bounds
    return {name: value for name, value in facts.items() if name in wanted}


@pytest.mark.parametrize("vector", SIGNED["vectors"], ids=name_of)
def test_verifies_signatures(vector):
    given = vector.get("bodyBase64")
    body = base64.b64decode(given) if given else vector.get("body", SIGNED["body"]).encode()
    arguments = (body, vector["headers"], vector.get("secret", SIGNED["secret"]))
    options = {"tolerance_seconds": vector.get("toleranceSeconds", 300), "now": SIGNED["nowSeconds"]}
    if vector["code"] is None:
        assert verify_webhook(*arguments, **options) == json.loads(body)
        return
    with pytest.raises(WebhookVerificationError) as caught:
        verify_webhook(*arguments, **options)
    assert caught.value.code == vector["code"]
    assert arguments[2] not in str(caught.value)


def settings_of(vector: dict[str, Any]) -> dict[str, Any]:
    options = vector.get("options", {})
    settings = {
        "max_retries": options.get("maxRetries", 2),
        "timeout": options.get("timeoutMs", 30_000) / 1000,
    }
    return {"api_key": API_KEY, **settings}


def attempt(asynchronous: bool, use: Any, **settings: Any) -> KeywardError | None:
    """The error of a call with one of the two clients."""

    async def main() -> None:
        async with AsyncKeyward(**settings) as keyward:
            await use(keyward)

    try:
        if asynchronous:
            asyncio.run(main())
        else:
            with Keyward(**settings) as keyward:
                use(keyward)
    except KeywardError as error:
        return error
    return None


@pytest.mark.parametrize("asynchronous", [False, True], ids=["sync", "async"])
@pytest.mark.parametrize("vector", VECTORS["retries"], ids=name_of)
def test_repeats_calls(service, vector, asynchronous, monkeypatch):
    # Without the random part. test_retries.py shows how long that may be.
    monkeypatch.setattr("random.uniform", lambda *_: 0.0)
    operation, own = vector["operation"], vector.get("options", {}).get("idempotencyKey")
    service.replies = [reply_of(answer, operation) for answer in vector["answers"]]
    more = {} if own is None else {"idempotency_key": own}
    settings = {"base_url": service.origin, **settings_of(vector)}
    error = attempt(asynchronous, lambda keyward: CALLS[operation](keyward, **more), **settings)
    assert facts_of(error, vector["error"]) == vector["error"]
    assert len(service.received) == vector["requests"]
    keys = {one.headers.get("idempotency-key") for one in service.received}
    assert len(keys) == 1
    (key,) = keys
    if vector["idempotencyKey"] == "one":
        assert re.fullmatch("[0-9a-f-]{36}", key or "")
    else:
        assert key == vector["idempotencyKey"]
    times = [one.at for one in service.received]
    for before, after, (least, greatest) in zip(times, times[1:], vector.get("waits", []), strict=False):
        assert least <= (after - before) * 1000 <= greatest + SLACK * 1000


# Both clients read an answer with the same code, so one of them is enough here.
@pytest.mark.parametrize("vector", VECTORS["errors"], ids=name_of)
def test_raises_errors(service, vector):
    operation = vector["operation"]
    service.replies = [reply_of(vector["answer"], operation)]
    settings = {"base_url": service.origin, **settings_of(vector), "max_retries": 0}
    error = attempt(False, CALLS[operation], **settings)
    assert facts_of(error, vector["error"]) == vector["error"]
    assert len(service.received) == 1


@pytest.mark.parametrize("asynchronous", [False, True], ids=["sync", "async"])
@pytest.mark.parametrize("vector", VECTORS["pagination"], ids=name_of)
def test_walks_through_pages(service, vector, asynchronous):
    operation, query, most = vector["operation"], vector.get("query", {}), vector.get("take")
    service.replies = [reply_of(answer, operation) for answer in vector["answers"]]
    seen: list[str] = []

    def is_enough(item: Any) -> bool:
        seen.append(item.id)
        return len(seen) == most

    def walk(keyward: Any) -> None:
        for item in LISTS[operation](keyward, query):
            if is_enough(item):
                return

    async def async_walk(keyward: Any) -> None:
        async for item in LISTS[operation](keyward, query):
            if is_enough(item):
                return

    settings = {"base_url": service.origin, "api_key": API_KEY}
    error = attempt(asynchronous, async_walk if asynchronous else walk, **settings)
    assert facts_of(error, vector["error"]) == vector["error"]
    assert seen == vector["ids"]
    assert [dict(parse_qsl(urlsplit(one.path).query)) for one in service.received] == vector["queries"]
