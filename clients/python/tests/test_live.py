"""Against the service itself."""

import asyncio
import os
from uuid import uuid4

import pytest

from keyward_client import AsyncKeyward, Keyward, KeywardApiError, __version__

pytestmark = [
    pytest.mark.live,
    pytest.mark.skipif("KEYWARD_URL" not in os.environ, reason="KEYWARD_URL names no service"),
]


def settings():
    return {"base_url": os.environ["KEYWARD_URL"], "api_key": os.environ["KEYWARD_API_KEY"]}


@pytest.fixture
def keyward():
    with Keyward(**settings()) as client:
        yield client


@pytest.fixture
def identity(keyward):
    return keyward.identities.create(name=f"bot {uuid4()}", type_="AI_AGENT", metadata={"deep": {"er": [1]}})


def test_issues_verifies_rotates_and_revokes(keyward, identity):
    credential = keyward.credentials.create(identity_id=identity.id, name="a key", scopes=["secrets.read"])
    verified = keyward.credentials.verify(credential=credential.credential, scopes=["secrets.read"])
    assert verified.valid and verified.identity.name == identity.name
    rotated = keyward.credentials.rotate(credential.id, grace_period=60)
    assert keyward.credentials.verify(credential=credential.credential).grace_period is True
    keyward.credentials.revoke(credential.id, reason="no longer needed")
    ended = keyward.credentials.verify(credential=rotated.credential)
    assert (ended.valid, ended.code, ended.identity) == (False, "REVOKED", None)
    assert keyward.credentials.delete(credential.id).id == credential.id


def test_wraps_a_secret_for_somebody_without_a_key(keyward, identity):
    made = keyward.credentials.create(identity_id=identity.id, name="wrapped", x_wrap_ttl=60)
    with Keyward(base_url=settings()["base_url"]) as receiver:
        unwrapped = receiver.credentials.unwrap(token=made.credential)
        assert (unwrapped.resource_id, unwrapped.secret[-4:]) == (made.id, made.last4)
        with pytest.raises(KeywardApiError, match="WRAP_TOKEN_NOT_FOUND"):
            receiver.credentials.unwrap(token=made.credential)


def test_reads_back_what_was_written(keyward, identity):
    found = keyward.identities.get(identity.id)
    assert found == identity
    assert found.metadata == {"deep": {"er": [1]}}
    changed = keyward.identities.update(identity.id, description="one", tags=["a"])
    assert (changed.description, changed.tags, changed.name) == ("one", ["a"], identity.name)
    assert keyward.identities.update(identity.id, description=None).description is None


def test_answers_a_call_with_the_same_idempotency_key_by_the_same_secret(keyward, identity):
    key = str(uuid4())
    first, second = [
        keyward.credentials.create(identity_id=identity.id, name="once", idempotency_key=key)
        for _ in range(2)
    ]
    assert first == second
    with pytest.raises(KeywardApiError, match="IDEMPOTENCY_CONFLICT"):
        keyward.credentials.create(identity_id=identity.id, name="twice", idempotency_key=key)


def test_goes_through_all_pages_by_number_and_by_offset(keyward):
    tag = f"t-{uuid4()}"
    identities = [keyward.identities.create(name=f"bot {n}", type_="CI_CD", tags=[tag]) for n in range(5)]
    listed = keyward.identities.list_all(tag=tag, limit=2, sort="name")
    assert [one.id for one in listed] == [one.id for one in identities]
    for number in range(5):
        keyward.credentials.create(identity_id=identities[0].id, name=f"key {number}")
    pages = list(keyward.credentials.list_pages(identity_id=identities[0].id, limit=2))
    assert [len(page.data) for page in pages] == [2, 2, 1]
    assert len({one.id for page in pages for one in page.data}) == 5


def test_tells_refusals_apart_by_their_code(keyward, identity):
    with pytest.raises(KeywardApiError) as invalid:
        keyward.identities.create(name="x", type_="CI_CD")
    assert (invalid.value.status, invalid.value.code) == (400, "VALIDATION_ERROR")
    assert "name" in invalid.value.details
    with pytest.raises(KeywardApiError, match="CREDENTIAL_NOT_FOUND") as unknown:
        keyward.credentials.get("cred_unknown")
    assert unknown.value.status == 404 and unknown.value.request_id
    with pytest.raises(KeywardApiError, match="PRECONDITION_FAILED"):
        keyward.identities.update(identity.id, name="other", if_match='"99"')
    wrong = {**settings(), "api_key": "kd_live_wrong"}
    with Keyward(**wrong) as stranger, pytest.raises(KeywardApiError, match="UNAUTHORIZED"):
        stranger.identities.get(identity.id)


def test_reads_the_contract_it_was_made_from(keyward):
    assert keyward.service.get_openapi_json()["info"]["version"] == __version__
    assert f"version: {__version__}" in keyward.service.get_openapi_yaml()
    assert keyward.service.get_liveness().status == "ok"


def test_makes_many_calls_at_once():
    async def main():
        async with AsyncKeyward(**settings()) as keyward:
            made = await asyncio.gather(
                *[keyward.identities.create(name=f"bot {n}", type_="CI_CD", tags=["many"]) for n in range(20)]
            )
            return {one.id for one in made}, {
                one.id async for one in keyward.identities.list_all(tag="many", limit=7)
            }

    made, listed = asyncio.run(main())
    assert len(made) == 20 and made <= listed
