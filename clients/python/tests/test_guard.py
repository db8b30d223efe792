"""The judgement of one request, with the vectors that the TypeScript middleware has as well."""

import asyncio
import json
import pickle
import re
import time
from pathlib import Path

import pytest
from conftest import Reply

from keyward_client import AsyncKeyward, Keyward
from keyward_client._access_tokens import AccessTokens, IssuerError
from keyward_client._guard import REFUSALS, AsyncGuard, Caller, Denial, Guard, options_of
from keyward_client.guard import create_guard

VECTORS = json.loads((Path(__file__).parents[2] / "middleware/vectors.json").read_text(encoding="utf-8"))
KEY = VECTORS["key"]
AUDIENCE = "https://api.example.com/"
VALID = {
    "valid": True,
    "code": "VALID",
    "environment": "live",
    "checkedAt": "2026-01-15T10:30:00.000Z",
    "gracePeriod": False,
    "remainingUses": 3,
    "identity": {
        "id": "idn_01kahz5v3be4nr7q2m8x9c0d1e",
        "name": "deploy-bot",
        "type": "CI_CD",
        "status": "ACTIVE",
        "riskScore": 0,
        "tags": ["payments"],
    },
    "credential": {
        "id": "cred_01kahz5v3be4nr7q2m8x9c0d1e",
        "name": "deploy key",
        "scopes": ["a.b"],
        "isTemporary": False,
        "usageCount": 1,
        "expiresAt": "2026-01-15T10:30:00.000Z",
    },
}


def refused(code):
    return {**VALID, "valid": False, "code": code, "identity": None, "credential": None}


def options(**given):
    defaults = {
        "scopes": (),
        "consume": True,
        "header": None,
        "context": None,
        "timeout": 5.0,
        "access_tokens": None,
        "on_unavailable": None,
    }
    return options_of(**{**defaults, **given})


@pytest.fixture(params=["sync", "async"])
def judge(request, service):
    """Judges the lines of these headers, with and without asyncio."""

    def judged(headers, address="203.0.113.7", **given):
        def header(name):
            return headers.get(name.lower(), [])

        if request.param == "sync":
            with Keyward(base_url=service.origin, api_key="kd_live_ours") as client:
                return Guard(client, options(**given)).judge(header, lambda: address)

        async def run():
            async with AsyncKeyward(base_url=service.origin, api_key="kd_live_ours") as client:
                return await AsyncGuard(client, options(**given)).judge(header, lambda: address)

        return asyncio.run(run())

    return judged


@pytest.mark.parametrize("vector", VECTORS["headers"], ids=lambda vector: str(vector["authorization"]))
def test_takes_one_credential_and_refuses_others_without_a_request(judge, service, vector):
    service.replies = [Reply(body=VALID)]
    lines = [line.replace("KEY", KEY) for line in vector["authorization"]]
    decision = judge({"authorization": lines})
    status = None if isinstance(decision, Caller) else decision.status
    assert status == vector["status"]
    challenge = "" if isinstance(decision, Caller) else decision.headers["WWW-Authenticate"]
    errors = re.findall(r'error="(\w+)"', challenge)
    assert errors == ([] if vector["error"] is None else [vector["error"]])
    assert len(service.received) == (1 if status is None else 0)


def test_has_the_table_of_the_vectors():
    table = [
        {"code": code, "status": refusal.status, "error": refusal.bearer}
        for code, refusal in REFUSALS.items()
    ]
    assert table == VECTORS["codes"]


@pytest.mark.parametrize(
    "vector", [*VECTORS["codes"], {"code": "SOMETHING_NEW", "status": 403, "error": None}]
)
def test_answers_each_code_with_its_status_and_challenge(judge, service, vector):
    service.replies = [Reply(body=refused(vector["code"]))]
    decision = judge({"authorization": [f"Bearer {KEY}"]}, scopes=["a.b", "c.d"])
    assert isinstance(decision, Denial)
    assert (decision.status, decision.body["code"]) == (vector["status"], vector["code"])
    scope = ', scope="a.b c.d"' if vector["code"] == "INSUFFICIENT_SCOPE" else ""
    expected = f'Bearer realm="api", error="{vector["error"]}"{scope}' if vector["error"] else None
    assert decision.headers.get("WWW-Authenticate") == expected
    assert KEY not in repr(decision)


def test_names_the_caller_and_sends_the_options(judge, service):
    service.replies = [Reply(body=VALID)]
    caller = judge(
        {"x-api-key": [KEY]},
        header="X-API-Key",
        scopes=["a.b"],
        consume=False,
        context={"application": "invoices"},
    )
    assert (caller.kind, caller.identity.name, caller.identity.tags) == (
        "API_KEY",
        "deploy-bot",
        ("payments",),
    )
    assert (caller.credential.scopes, caller.credential.expires_at) == (("a.b",), 1768473000.0)
    assert caller.limits.remaining_uses == 3
    assert pickle.loads(pickle.dumps(caller)) == caller
    assert service.received[0].json == {
        "credential": KEY,
        "scopes": ["a.b"],
        "consume": False,
        "context": {"application": "invoices"},
        "ipAddress": "203.0.113.7",
    }


@pytest.mark.parametrize("address", ["testclient", "fe80::1%eth0", "", None])
def test_sends_no_text_that_is_not_an_address(judge, service, address):
    service.replies = [Reply(body=VALID)]
    judge({"authorization": [f"Bearer {KEY}"]}, address)
    assert "ipAddress" not in service.received[0].json


def test_refuses_two_headers(judge, service):
    for headers in ({"x-api-key": [KEY, KEY]}, {"x-api-key": [KEY], "authorization": [f"Bearer {KEY}"]}):
        assert judge(headers, header="X-API-Key").status == 400
    assert service.received == []


def test_refuses_with_503_at_once_if_the_service_does_not_judge(judge, service):
    told = []

    def on_unavailable(error):
        told.append(error)
        raise RuntimeError("a log that fails")

    limited = {"error": "Too many requests", "code": "RATE_LIMITED", "details": {}, "requestId": "req_1"}
    headers = {"Retry-After": "7"}
    service.replies = [Reply(429, limited, headers)]
    decision = judge({"authorization": [f"Bearer {KEY}"]}, on_unavailable=on_unavailable)
    assert (decision.status, decision.headers["Retry-After"]) == (503, "7")
    # Without repeats, which the client itself would make.
    assert len(service.received) == 1
    assert [error.code for error in told] == ["RATE_LIMITED"]
    assert KEY not in repr(told) + repr(decision)


@pytest.mark.parametrize("part", [{"identity": None}, {"credential": None}, {"code": "REVOKED"}])
def test_refuses_a_verification_that_contradicts_itself(judge, service, part):
    service.replies = [Reply(body={**VALID, **part})]
    assert judge({"authorization": [f"Bearer {KEY}"]}).status == 503


@pytest.mark.parametrize(
    "wrong",
    [
        {"scopes": "invoices.read"},
        {"scopes": ["two words"]},
        {"scopes": ['quo"te']},
        {"header": "Authorization"},
        {"header": "X-API-Key: "},
        {"timeout": 0},
    ],
)
def test_refuses_wrong_options_when_the_service_starts(wrong):
    with pytest.raises(TypeError, match="require_key"):
        options(**wrong)


@pytest.mark.parametrize(
    "wrong",
    [
        {"issuer": None, "audience": AUDIENCE},
        {"issuer": "https://id.example.com", "audience": None},
        {"issuer": "https://id.example.com", "audience": ""},
        {"issuer": "https://id.example.com", "audience": AUDIENCE, "client_id": "api"},
        {"issuer": "https://id.example.com", "audience": AUDIENCE, "client_id": "api", "client_secret": ""},
    ],
)
def test_refuses_wrong_access_tokens_when_the_service_starts(wrong):
    with pytest.raises(TypeError, match="AccessTokens"):
        AccessTokens(**wrong)


def test_refuses_with_503_if_the_address_of_the_caller_cannot_be_told(service):
    def address():
        raise KeyError("no such header")

    told = []
    with Keyward(base_url=service.origin, api_key="kd_live_ours") as client:
        guard = Guard(client, options(on_unavailable=told.append))
        assert guard.judge(lambda _: [f"Bearer {KEY}"], address).status == 503
    assert [type(error) for error in told] == [KeyError]
    assert service.received == []


def test_refuses_the_client_of_the_other_kind():
    with pytest.raises(TypeError, match="Keyward"):
        AsyncGuard(Keyward(base_url="http://127.0.0.1"), options())
    with pytest.raises(TypeError, match="Keyward"):
        Guard(AsyncKeyward(base_url="http://127.0.0.1"), options())


ACTIVE = {"active": True, "token_type": "Bearer", "aud": AUDIENCE, "client_id": "app", "sub": "ada"}


@pytest.mark.parametrize(
    ("status", "change"),
    [
        (200, {}),
        (200, {"aud": ["other", AUDIENCE]}),
        (401, {"active": False}),
        (401, {"active": "true"}),
        (401, {"token_type": None}),
        (401, {"token_type": "DPoP"}),
        (401, {"aud": "other"}),
        (401, {"iss": "https://other.example.com"}),
        (401, {"exp": 1}),
        (401, {"exp": None}),
        # No date can tell it.
        (401, {"exp": 1e300}),
        (401, {"exp": 10**400}),
        (401, {"client_id": None}),
        (401, {"cnf": {"jkt": "x"}}),
        (401, {"scope": ["a"]}),
    ],
)
def test_judges_the_answer_of_an_introspection(judge, service, status, change):
    issuer = service.origin
    answer = {"iss": issuer, "exp": time.time() + 3600, **ACTIVE, **change}
    document = {"issuer": issuer, "introspection_endpoint": f"{issuer}/ask"}
    # The scripted service ends when its connections do, and a guard keeps its own.
    service.replies = [Reply(body=body, headers={"Connection": "close"}) for body in (document, answer)]
    tokens = AccessTokens(issuer=issuer, audience=AUDIENCE, client_id="api", client_secret="secret")
    decision = judge({"authorization": ["Bearer opaque"]}, access_tokens=tokens)
    assert (200 if isinstance(decision, Caller) else decision.status) == status
    assert "secret" not in repr(tokens)
    assert service.received[1].body == b"token=opaque&token_type_hint=access_token"


def test_refuses_with_503_if_the_discovery_document_names_another_issuer(judge, service):
    document = {"issuer": "https://other.example.com"}
    service.replies = [Reply(body=document, headers={"Connection": "close"})]
    tokens = AccessTokens(issuer=service.origin, audience=AUDIENCE, client_id="api", client_secret="secret")
    assert judge({"authorization": ["Bearer opaque"]}, access_tokens=tokens).status == 503


@pytest.mark.parametrize(
    "reply", [Reply(500, {"a": "b"}), Reply(fault="cut"), Reply(body="no JSON"), Reply(body=[])]
)
def test_tells_of_an_issuer_without_the_token_and_the_secret(service, reply):
    document = {"issuer": service.origin, "introspection_endpoint": f"{service.origin}/ask"}
    reply.headers = {"Connection": "close"}
    service.replies = [Reply(body=document, headers={"Connection": "close"}), reply]
    tokens = AccessTokens(issuer=service.origin, audience=AUDIENCE, client_id="api", client_secret="secret")
    told = []
    with Keyward(base_url=service.origin, api_key="kd_live_ours") as client:
        guard = Guard(client, options(access_tokens=tokens, on_unavailable=told.append))
        assert guard.judge(lambda _: ["Bearer opaque"], lambda: None).status == 503
    [error] = told
    assert isinstance(error, IssuerError)
    assert error.status == (500 if reply.status == 500 else None)
    # An error of httpx would have the request.
    assert (error.__cause__, error.__context__) == (None, None)
    assert not hasattr(error, "request")
    assert "opaque" not in repr(vars(error)) + repr(error)


@pytest.mark.parametrize(
    ("authorization", "status"),
    [(f"Bearer {KEY}", None), (f"bearer {KEY}", None), (KEY, 401), (f"Bearer {KEY} {KEY}", 400), (None, 401)],
)
def test_judges_a_header_for_other_frameworks(service, authorization, status):
    service.replies = [Reply(body=VALID)]

    async def run():
        async with AsyncKeyward(base_url=service.origin, api_key="kd_live_ours") as client:
            guard = create_guard(client=client, scopes=["a.b"], consume=False)
            return await guard(authorization, ip_address="203.0.113.7")

    decision = asyncio.run(run())
    assert (None if isinstance(decision, Caller) else decision.status) == status
    sent = [json.loads(request.body) for request in service.received]
    wanted = {"credential": KEY, "scopes": ["a.b"], "consume": False, "ipAddress": "203.0.113.7"}
    assert sent == ([wanted] if status is None else [])


def test_refuses_a_guard_that_would_let_all_pass(service):
    with pytest.raises(TypeError, match="scopes must be a list"):
        create_guard(client=AsyncKeyward(base_url=service.origin, api_key="kd_live_ours"), scopes="a.b")
    with pytest.raises(TypeError, match="AsyncKeyward"):
        create_guard(client=Keyward(base_url=service.origin, api_key="kd_live_ours"))
