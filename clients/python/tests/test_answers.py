import copy
import gzip
import json
import pickle
import re
import traceback

import pytest
from conftest import API_KEY, Reply
from examples import IDENTITY, VERIFICATION, refusal

from keyward_client import AsyncKeyward, Keyward, KeywardAnswerError, KeywardApiError, KeywardError

HTML = {"Content-Type": "text/html; charset=utf-8"}


def get(keyward):
    return keyward.identities.get("idn_1")


def test_raises_what_the_service_refused(call):
    with pytest.raises(KeywardApiError) as caught:
        call(get, Reply(404, refusal("IDENTITY_NOT_FOUND"), {"X-Request-Id": "req_1"}))
    error = caught.value
    assert isinstance(error, KeywardError)
    assert (error.status, error.code, error.message) == (404, "IDENTITY_NOT_FOUND", "No")
    assert (error.details, error.request_id) == ({"name": "too short"}, "req_1")
    assert str(error) == "No (IDENTITY_NOT_FOUND, 404, req_1)"


def test_raises_errors_that_can_be_copied_and_sent_to_another_process():
    error = KeywardApiError(
        "No", code="NO", status=409, details={"a": [1]}, request_id="req_1", retry_after_seconds=2.0
    )
    for again in (copy.copy(error), copy.deepcopy(error), pickle.loads(pickle.dumps(error))):
        assert type(again) is KeywardApiError
        assert (str(again), vars(again), again.args) == (str(error), vars(error), error.args)


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
@pytest.mark.parametrize(
    "location",
    ["/elsewhere", "http://a:b:c/", "http://[", "ftp://a", "//\xe9", "http://x:99999", "http://" + "a" * 64],
)
def test_follows_no_redirect(service, call, status, location):
    with pytest.raises(KeywardAnswerError) as caught:
        call(get, Reply(status, "", {"Location": location}))
    assert (caught.value.code, caught.value.status) == ("REDIRECT", status)
    assert len(service.received) == 1


@pytest.mark.parametrize(
    "reply",
    [
        Reply(200, {"hello": "world"}),
        Reply(200, "zipped", {"Content-Encoding": "gzip"}),
        Reply(200, [["id", "idn_1"]]),
    ],
)
def test_says_that_something_else_than_the_service_answered(call, reply):
    with pytest.raises(KeywardAnswerError) as caught:
        call(get, reply, max_retries=0)
    assert caught.value.code == "UNEXPECTED_ANSWER"


def contract(keyward):
    return keyward.service.get_openapi_json()


@pytest.mark.parametrize("use", [get, contract, lambda keyward: keyward.service.get_openapi_yaml()])
@pytest.mark.parametrize("reply", [Reply(204), Reply(205), Reply(200, "null"), Reply(200, [])])
def test_gives_nothing_else_where_the_contract_has_an_object_or_text(call, use, reply):
    with pytest.raises(KeywardAnswerError, match="UNEXPECTED_ANSWER"):
        call(use, reply)


def test_reads_no_answer_that_is_larger_than_64_mib(service, call):
    zipped = gzip.compress(b" " * (64 * 1024 * 1024 + 1))
    with pytest.raises(KeywardAnswerError, match="larger than 64 MiB .UNEXPECTED_ANSWER"):
        call(get, Reply(200, zipped, {"Content-Encoding": "gzip"}))
    assert len(service.received) == 1


def test_says_that_text_is_not_the_text_it_asked_for(call):
    with pytest.raises(KeywardAnswerError, match="UNEXPECTED_ANSWER"):
        call(lambda keyward: keyward.service.get_openapi_yaml(), Reply(200, "<html>", HTML))


def test_gives_the_fields_it_knows_and_ignores_those_it_does_not(call):
    found = call(get, Reply(200, {**IDENTITY, "tomorrow": {"deep": [1]}}))
    assert (found.id, found.name, found.tags) == (IDENTITY["id"], "deploy-bot", IDENTITY["tags"])
    assert found.created_at.isoformat() == "2026-01-15T10:30:00+00:00"


def test_gives_values_of_enums_that_it_does_not_know(call):
    found = call(get, Reply(200, {**IDENTITY, "type": "ROBOT", "status": "ASLEEP", "riskLevel": "ODD"}))
    assert (found.type_, found.status, found.risk_level) == ("ROBOT", "ASLEEP", "ODD")
    unknown = {**VERIFICATION, "code": "TOO_EARLY", "environment": "staging"}
    result = call(lambda keyward: keyward.credentials.verify(credential="x"), Reply(200, unknown))
    assert (result.code, result.environment) == ("TOO_EARLY", "staging")


def test_sends_what_it_was_given_and_nothing_else(service, call):
    call(
        lambda keyward: keyward.identities.update("idn_1", description=None, if_match='"1"'),
        Reply(200, IDENTITY),
    )
    call(lambda keyward: keyward.identities.suspend("idn_1"), Reply(200, IDENTITY))
    changed, suspended = service.received
    assert (changed.method, changed.path, changed.json) == (
        "PATCH",
        "/api/v1/identities/idn_1",
        {"description": None},
    )
    assert changed.headers["if-match"] == '"1"'
    assert changed.headers["authorization"] == f"Bearer {API_KEY}"
    assert changed.headers["content-type"] == "application/json"
    assert (suspended.body, suspended.headers.get("content-type")) == (b"", None)


def test_writes_identifiers_into_the_path_so_that_they_stay_one_segment(service, call):
    call(lambda keyward: keyward.identities.get("a/../b?c#d é"), Reply(200, IDENTITY))
    assert service.received[0].path == "/api/v1/identities/a%2F..%2Fb%3Fc%23d%20%C3%A9"


@pytest.mark.parametrize("identifier", ["", ".", "..", "\ud800", "x" * 70_000])
def test_refuses_identifiers_that_would_make_another_path(service, call, identifier):
    with pytest.raises(KeywardError, match="INVALID_ARGUMENT"):
        call(lambda keyward: keyward.identities.delete(identifier), Reply(200))
    assert service.received == []


@pytest.mark.parametrize(
    "value", [float("nan"), {1, 2}, "\ud800SECRET", object(), {"deep": b"SECRET"}], ids=repr
)
def test_refuses_a_body_that_cannot_be_written_and_does_not_show_it(service, call, value):
    with pytest.raises(KeywardError) as caught:
        call(lambda keyward: keyward.identities.update("idn_1", metadata={"a": value}), Reply(200))
    assert caught.value.code == "INVALID_ARGUMENT"
    assert (caught.value.__cause__, caught.value.__context__) == (None, None)
    assert service.received == []


@pytest.mark.parametrize("search", ["\ud800", "x" * 70_000], ids=["surrogate", "long"])
def test_refuses_a_query_that_cannot_be_written(service, call, search):
    with pytest.raises(KeywardError, match="INVALID_ARGUMENT"):
        call(lambda keyward: keyward.identities.list(search=search), Reply(200))
    assert service.received == []


def test_asks_for_no_page_before_the_first_is_needed(service):
    with Keyward(base_url=service.origin, api_key=API_KEY) as keyward:
        keyward.identities.list_all()
        keyward.credentials.list_pages()
    assert service.received == []


def test_asks_without_a_key_when_it_has_none(service):
    service.replies = [Reply(200, {"status": "ok", "version": "1.0.0", "checks": {}})]
    with Keyward(base_url=service.origin) as keyward:
        keyward.service.get_liveness()
    assert "authorization" not in service.received[0].headers


def test_keeps_a_path_before_that_of_the_service(service):
    service.replies = [Reply(200, IDENTITY)]
    with Keyward(base_url=f"{service.origin}/keyward/", api_key=API_KEY) as keyward:
        keyward.identities.get("idn_1")
    assert service.received[0].path == "/keyward/api/v1/identities/idn_1"


@pytest.mark.parametrize("client", [Keyward, AsyncKeyward])
@pytest.mark.parametrize(
    "base_url",
    [
        "",
        "localhost:3000",
        "keyward",
        "ftp://keyward.example",
        "http://",
        "http://[",
        "https://a b",
        "https://keyward.example\n",
        None,
        "http://127.0.0.1:99999",
        "https://me:secret@keyward.example",
        "https://keyward.example?x=1",
        "https://keyward.example?",
        "https://keyward.example#",
        "https://keyward..example",
        f"https://{'a' * 64}.example",
        "https://keyward.example/\ud800",
        API_KEY,
    ],
)
def test_refuses_a_base_url_that_is_none(client, base_url):
    with pytest.raises(KeywardError) as caught:
        client(base_url=base_url, api_key=API_KEY)
    assert caught.value.code == "INVALID_BASE_URL"
    assert "secret" not in str(caught.value).lower()


@pytest.mark.parametrize(
    "api_key", ["", "kd_live_SECRET\n", "kd live", "kd_live_sécret", b"kd_live_SECRET", 1]
)
def test_refuses_an_api_key_that_cannot_be_sent_and_does_not_show_it(api_key):
    with pytest.raises(KeywardError) as caught:
        Keyward(base_url="http://127.0.0.1", api_key=api_key)
    assert caught.value.code == "INVALID_API_KEY"
    # The random names of the folders in the trace may hold shorter parts of a key.
    assert not re.search("kd[_ ]live", "".join(traceback.format_exception(caught.value)))


@pytest.mark.parametrize(
    "reply",
    [
        Reply(401, refusal("UNAUTHORIZED")),
        Reply(200, json.dumps({"secret": API_KEY})),
        Reply(200, f"broken {API_KEY}"),
        Reply(200, {**VERIFICATION, "checkedAt": API_KEY}),
        Reply(302, "", {"Location": f"/?{API_KEY}"}),
        Reply(fault="cut"),
        Reply(200, VERIFICATION, fault="silence"),
    ],
)
def test_shows_neither_the_api_key_nor_a_secret_in_an_error(call, reply):
    with pytest.raises(KeywardError) as caught:
        call(lambda keyward: keyward.credentials.verify(credential=API_KEY), reply, timeout=0.2)
    shown = "".join(traceback.format_exception(caught.value)) + repr(caught.value)
    # The line of this test that called is in the trace; the value must not be.
    assert "SECRET" not in shown


@pytest.mark.parametrize(
    "options",
    [
        *[{"timeout": value} for value in (0, -1, float("nan"), float("inf"), 1e10, None, "5")],
        *[{"max_retries": value} for value in (-1, 1.5, None, "2")],
    ],
    ids=str,
)
def test_refuses_limits_that_are_none(options):
    with pytest.raises(KeywardError, match="INVALID_ARGUMENT"):
        Keyward(base_url="http://127.0.0.1", **options)


@pytest.mark.parametrize("client", [Keyward, AsyncKeyward])
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("HTTPS_PROXY", "gopher://me:SECRET@proxy.example"),
        ("HTTPS_PROXY", "http://me:SECRET@proxy:x"),
        ("SSL_CERT_FILE", "/SECRET"),
    ],
)
def test_says_that_the_environment_is_wrong_without_showing_it(monkeypatch, client, name, value):
    monkeypatch.setenv(name, value)
    with pytest.raises(KeywardError) as caught:
        client(base_url="https://keyward.example")
    assert caught.value.code == "INVALID_ENVIRONMENT"
    assert "SECRET" not in str(caught.value)
    assert caught.value.__context__ is None


@pytest.mark.parametrize(
    "reply",
    [
        Reply(401, refusal("UNAUTHORIZED")),
        Reply(200, {**VERIFICATION, "checkedAt": API_KEY}),
        Reply(200, f"broken {API_KEY}"),
        Reply(fault="cut"),
        Reply(200, VERIFICATION, fault="silence"),
    ],
)
def test_keeps_secrets_out_of_the_variables_that_a_debugger_shows_with_an_error(call, reply):
    with pytest.raises(KeywardError) as caught:
        call(lambda keyward: keyward.identities.create(name=API_KEY, type_="CI_CD"), reply, timeout=0.2)
    assert (caught.value.__cause__, caught.value.__context__) == (None, None)
    # Frames of the tests and of the methods hold what the caller gave.
    own = [
        frame
        for frame, _ in traceback.walk_tb(caught.value.__traceback__)
        if re.search(r"keyward_client/_\w+\.py$", frame.f_code.co_filename)
    ]
    assert own
    assert "SECRET" not in repr([frame.f_locals for frame in own])


def test_shows_no_api_key_in_the_client():
    for client in (Keyward, AsyncKeyward):
        made = client(base_url="http://127.0.0.1:3000", api_key=API_KEY)
        assert repr(made) == f"{client.__name__}(base_url='http://127.0.0.1:3000')"
        assert "SECRET" not in repr(made._transport.options)


@pytest.mark.parametrize("value", ['"1"\r\nX: y', "", None, 1])
def test_refuses_a_header_that_would_be_none_or_two(service, call, value):
    with pytest.raises(KeywardError, match="INVALID_ARGUMENT"):
        call(lambda keyward: keyward.identities.update("idn_1", if_match=value), Reply(200))
    assert service.received == []
