"""The middleware of FastAPI and Django against the service itself."""

import asyncio
import os
import sys
from types import SimpleNamespace

import httpx
import pytest
from django.core.cache import cache
from django.http import HttpResponse
from django.test import AsyncClient, Client, override_settings
from fastapi.testclient import TestClient
from frameworks import FRAMEWORKS, fastapi_app, of_django, with_urls
from keyward_client import AsyncKeyward, Keyward
from keyward_client.django import AccessTokens

SETTINGS = {"base_url": os.environ["KEYWARD_URL"], "api_key": os.environ["KEYWARD_API_KEY"]}
ISSUER = os.environ["OIDC_ISSUER"]
AUDIENCE = "https://api.example.com/"
CALLER = (os.environ["CALLER_ID"], os.environ["CALLER_SECRET"])
OPAQUE = (os.environ["OPAQUE_ID"], os.environ["OPAQUE_SECRET"])
API = (os.environ["API_ID"], os.environ["API_SECRET"])
UNKNOWN = "kd_live_EXAMPLE0000000000000000000000000000000000014V8rcl"


@pytest.fixture(params=FRAMEWORKS, ids=lambda one: one.__name__)
def framework(request):
    return request.param


@pytest.fixture(scope="module")
def issue():
    """Creates a key."""
    with Keyward(**SETTINGS) as keyward:

        def made(**fields):
            identity = keyward.identities.create(name="deploy-bot", type_="CI_CD")
            return keyward.credentials.create(identity_id=identity.id, name="deploy key", **fields)

        yield made


def bearer(secret):
    return ("Authorization", f"Bearer {secret}")


def error_of(answer):
    # FastAPI puts the detail of an error into `detail`.
    return answer.body.get("detail", answer.body)


def test_lets_a_valid_key_pass_and_refuses_others(framework, issue):
    made = issue(scopes=["invoices.read"], max_usage_count=2)
    with framework(SETTINGS, {"scopes": ["invoices.read"]}) as ask:
        passed = ask(bearer(made.credential))
        assert (passed.status, passed.challenge) == (200, None)
        assert passed.body["identity"]["name"] == "deploy-bot"
        assert passed.body["credential"]["id"] == made.id
        assert passed.body["limits"] == {"remaining_uses": 1}
        assert ask(bearer(made.credential)).status == 200
        # Both uses of the key were counted, and no others.
        spent = ask(bearer(made.credential))
        assert (spent.status, spent.challenge, error_of(spent)["code"]) == (429, None, "USAGE_EXCEEDED")
        missing = ask()
        assert (missing.status, missing.challenge) == (401, 'Bearer realm="api", scope="invoices.read"')
        for secret, code in ((UNKNOWN, "NOT_FOUND"), ("kd_live_wrong", "MALFORMED")):
            refused = ask(bearer(secret))
            assert (refused.status, error_of(refused)["code"]) == (401, code)
            assert refused.challenge == 'Bearer realm="api", error="invalid_token"'
        lacking = ask(bearer(issue(scopes=["invoices.pay"]).credential))
        assert lacking.status == 403
        assert lacking.challenge == 'Bearer realm="api", error="insufficient_scope", scope="invoices.read"'
        assert ask(bearer(UNKNOWN), bearer(UNKNOWN)).status == 400


def test_takes_another_header(framework, issue):
    secret = issue().credential
    with framework(SETTINGS, {"header": "X-API-Key"}) as ask:
        assert ask(("x-api-key", secret)).status == 200
        assert ask(("X-API-Key", secret), ("X-API-Key", secret)).status == 400
        assert ask(("X-API-Key", secret), bearer(secret)).status == 400
        assert ask(bearer(secret)).status == 401


def test_refuses_with_503_if_the_service_cannot_be_reached_or_refuses_the_api(framework, issue):
    secret = issue().credential
    told = []
    for change in ({"base_url": "http://127.0.0.1:1"}, {"api_key": UNKNOWN}):
        with framework({**SETTINGS, **change}, {"on_unavailable": told.append}) as ask:
            answer = ask(bearer(secret))
            assert (answer.status, answer.challenge) == (503, None)
    assert [error.code for error in told] == ["CONNECTION_FAILED", "UNAUTHORIZED"]
    assert secret not in repr(told)


def token(client, **fields):
    sent = {"grant_type": "client_credentials", "resource": AUDIENCE, **fields}
    return httpx.post(f"{ISSUER}/token", data=sent, auth=client).raise_for_status().json()["access_token"]


def test_takes_access_tokens_with_the_same_fields(framework, issue):
    tokens = AccessTokens(issuer=ISSUER, audience=AUDIENCE, client_id=API[0], client_secret=API[1])
    secret = issue().credential
    with framework(SETTINGS, {"access_tokens": tokens}) as ask:
        of_key = ask(bearer(secret)).body
        for client in (CALLER, OPAQUE):
            granted = token(client)
            assert (granted.count(".") == 2) is (client is CALLER)
            answer = ask(bearer(granted))
            assert answer.status == 200
            assert answer.body["identity"] | {"id": client[0], "type": "CLIENT"} == answer.body["identity"]
            assert {name: list(part) for name, part in answer.body.items() if name != "kind"} == {
                name: list(part) for name, part in of_key.items() if name != "kind"
            }
        other = ask(bearer(token(CALLER, resource=f"{AUDIENCE}other")))
        assert (other.status, other.challenge) == (401, 'Bearer realm="api", error="invalid_token"')
        head, claims, signature = token(CALLER).split(".")
        changed = ("A" if signature[0] != "A" else "B") + signature[1:]
        assert ask(bearer(f"{head}.{claims}.{changed}")).status == 401
        assert ask(bearer("opaque-and-unknown")).status == 401
    with framework(SETTINGS, {"access_tokens": tokens, "scopes": ["invoices.read"]}) as ask:
        assert ask(bearer(token(CALLER))).status == 403
    away = AccessTokens(issuer="http://127.0.0.1:1", audience=AUDIENCE, client_id="a", client_secret="b")
    with framework(SETTINGS, {"access_tokens": away}) as ask:
        assert ask(bearer(token(CALLER))).status == 503


@pytest.mark.parametrize("allowed", ["127.0.0.1", "203.0.113.7"])
def test_sends_the_address_of_the_caller(framework, issue, allowed):
    if framework.__name__ == "fastapi_test_client":
        pytest.skip("the test client of FastAPI has no address")
    secret = issue(allowed_ips=[allowed]).credential
    with framework(SETTINGS, {}) as ask:
        assert ask(bearer(secret)).status == (200 if allowed == "127.0.0.1" else 403)
    with framework(SETTINGS, {"ip_address": lambda _: "203.0.113.7"}) as ask:
        assert ask(bearer(secret)).status == (403 if allowed == "127.0.0.1" else 200)


def test_is_a_middleware_of_django(issue):
    sys.modules["keys_of_test"] = SimpleNamespace(
        plain=of_django(client=Keyward(**SETTINGS)), with_asyncio=of_django(client=AsyncKeyward(**SETTINGS))
    )
    with_urls(lambda request: HttpResponse(request.keyward.identity.name))
    header = {"Authorization": f"Bearer {issue().credential}"}
    with override_settings(MIDDLEWARE=["keys_of_test.plain"]):
        assert Client().get("/invoices", headers=header).content == b"deploy-bot"
        assert Client().get("/invoices").status_code == 401

    async def asked():
        client = AsyncClient()
        return (await client.get("/invoices", headers=header)).content, (
            await client.get("/invoices")
        ).status_code

    with override_settings(MIDDLEWARE=["keys_of_test.with_asyncio"]):
        assert asyncio.run(asked()) == (b"deploy-bot", 401)


@pytest.mark.parametrize("header", ["X-API-Key", None])
def test_gives_nothing_of_the_cache_of_django_to_strangers(issue, header):
    made = issue(max_usage_count=1)
    given = {header: made.credential} if header else {"Authorization": f"Bearer {made.credential}"}

    @of_django(client=Keyward(**SETTINGS), header=header)
    def view(request):
        return HttpResponse(request.keyward.identity.name, headers={"Vary": "Origin"})

    with_urls(view)
    cache.clear()
    parts = ["UpdateCacheMiddleware", "FetchFromCacheMiddleware"]
    with override_settings(MIDDLEWARE=[f"django.middleware.cache.{part}" for part in parts]):
        passed = Client().get("/invoices", headers=given)
        assert (passed.status_code, passed.headers["Vary"]) == (200, f"Origin, {header or 'Authorization'}")
        assert "private" in passed.headers["Cache-Control"]
        assert Client().get("/invoices").status_code == 401
        # The key was judged again, so it can be revoked.
        assert Client().get("/invoices", headers=given).status_code == 429


def test_tells_caches_of_fastapi_that_a_response_is_for_one_caller(issue):
    with TestClient(fastapi_app(SETTINGS, {"header": "X-API-Key"})) as http:
        passed = http.get("/invoices", headers={"X-API-Key": issue().credential})
        assert passed.status_code == 200
        assert (passed.headers["Cache-Control"], passed.headers["Vary"]) == ("private", "X-API-Key")


def test_refuses_a_view_of_the_other_kind():
    async def view(request):
        raise AssertionError

    with pytest.raises(TypeError, match="AsyncKeyward"):
        of_django(client=Keyward(**SETTINGS))(view)
    with pytest.raises(TypeError, match="needs a Keyward"):
        of_django(client=AsyncKeyward(**SETTINGS))(lambda request: None)
