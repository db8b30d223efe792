"""Tests of a client for a contract that does not exist yet; run with one made from it.

Its families are in test/clients/python-tomorrow.json.
"""

import datetime

import pytest
from conftest import Reply

import keyward_client
from keyward_client import KeywardAnswerError, KeywardError
from keyward_client.models import Left, OidcClient, Right

CLIENT = {"id": "cli_1", "colour": "red"}


def test_has_the_version_of_its_contract():
    assert keyward_client.__version__ == "0.2.0"


def test_has_a_family_of_several_words_with_all_its_pages(service, call):
    page = {"data": [CLIENT], "pagination": {"hasMore": False}}
    since = datetime.datetime(2026, 1, 1, tzinfo=datetime.timezone.utc)
    found = call(lambda one: one.oidc_clients.list(grants=["a", "b"], since=since), Reply(200, page))
    assert found.data == [OidcClient(id="cli_1", colour="red")]
    assert service.received[0].path == (
        "/api/v1/oidc/clients?grants=a&grants=b&since=2026-01-01T00%3A00%3A00%2B00%3A00"
    )


def test_tells_a_field_of_the_body_from_a_parameter_of_the_same_name(service, call):
    call(
        lambda one: one.oidc_clients.update_scope("cli_1", "scp/1", body_id="b", notes={"a": 1}),
        Reply(200, CLIENT),
    )
    assert service.received[0].path == "/api/v1/oidc/clients/cli_1/scopes/scp%2F1"
    assert service.received[0].json == {"id": "b", "notes": {"a": 1}}


def test_gives_nothing_where_there_is_no_content(call):
    assert call(lambda one: one.oidc_clients.delete_scope("c", "s"), Reply(204)) is None
    assert call(lambda one: one.oidc_clients.update_scope("c", "s", body_id="b"), Reply(204)) is None


@pytest.mark.parametrize(
    "reply",
    [
        Reply(200, "<html>", {"Content-Type": "text/html"}),
        Reply(200, "", {"Content-Type": "text/html"}),
        Reply(200, "text", {"Content-Type": ""}),
    ],
)
def test_says_that_something_else_answered_where_there_is_no_content(call, reply):
    with pytest.raises(KeywardAnswerError, match="UNEXPECTED_ANSWER"):
        call(lambda one: one.oidc_clients.delete_scope("c", "s"), reply)


@pytest.mark.parametrize("reply", [Reply(200, "null"), Reply(200, [])])
def test_gives_nothing_only_for_a_status_that_has_no_content(call, reply):
    with pytest.raises(KeywardAnswerError, match="UNEXPECTED_ANSWER"):
        call(lambda one: one.oidc_clients.update_scope("c", "s", body_id="b"), reply)


@pytest.mark.parametrize("reply", [Reply(204), Reply(200, {}), Reply(200, "null")])
def test_takes_nothing_for_a_list(call, reply):
    with pytest.raises(KeywardAnswerError, match="UNEXPECTED_ANSWER"):
        call(lambda one: one.imports.import_(), reply)


def test_refuses_text_that_cannot_be_written(call):
    with pytest.raises(KeywardError, match="INVALID_ARGUMENT"):
        call(lambda one: one.imports.replace(body="\ud800"), Reply(200))
    with pytest.raises(KeywardError, match="INVALID_ARGUMENT"):
        call(lambda one: one.imports.send_form(code="\ud800"), Reply(200))


def test_sends_a_choice_of_bodies_and_tells_the_answers_apart(service, call):
    answer = [{"kind": "RIGHT", "right": "r", "left": "x"}, {"kind": "LEFT", "left": "l"}, {"kind": "UP"}]
    found = call(lambda one: one.imports.import_(body=Left(kind="LEFT", left="l")), Reply(200, answer))
    assert service.received[0].json == {"kind": "LEFT", "left": "l"}
    assert found == [Right(kind="RIGHT", right="r"), Left(kind="LEFT", left="l"), {"kind": "UP"}]


def test_sends_no_body_where_none_is_given(service, call):
    call(lambda one: one.imports.import_(), Reply(200, []))
    assert service.received[0].body == b""


def test_sends_and_gives_text_and_forms(service, call):
    xml = {"Content-Type": "application/xml"}
    assert call(lambda one: one.imports.replace(body="<a/>"), Reply(200, "<b/>", xml)) == "<b/>"
    scim = {"Content-Type": "application/scim+json"}
    answer = call(
        lambda one: one.imports.send_form(code="a b", list_=["x", "y"]), Reply(200, {"ok": 1}, scim)
    )
    assert answer == {"ok": 1}
    text, form = service.received
    assert (text.body, text.headers["content-type"], text.headers["accept"]) == (
        b"<a/>",
        "application/xml",
        "application/xml",
    )
    assert (form.body, form.headers["content-type"]) == (
        b"code=a+b&list=x&list=y",
        "application/x-www-form-urlencoded",
    )


@pytest.mark.parametrize(
    "change", [{"colour": "green"}, {"level": 9}, {"self": False}, {"colours": ["green"]}]
)
def test_breaks_at_no_value_it_does_not_know(call, change):
    found = call(lambda one: one.oidc_clients.create(id="i", colour="red"), Reply(201, {**CLIENT, **change}))
    assert found.to_dict() == {**CLIENT, **change}
