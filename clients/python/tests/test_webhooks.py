import hashlib
import hmac
import json

import pytest

from keyward_client import KeywardError, WebhookVerificationError, is_webhook_event, verify_webhook

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
NOW = 1_700_000_000
EVENT = {
    "id": "evt_1",
    "type": "credential.rotated",
    "timestamp": "2026-01-15T10:30:00.000Z",
    "webhookId": "wh_1",
    "data": {"identityName": "Zoë"},
}
BODY = json.dumps(EVENT, ensure_ascii=False).encode()


def sign(body: bytes = BODY, timestamp: object = NOW, secret: str = SECRET) -> str:
    return hmac.new(secret.encode(), f"{timestamp}.".encode() + body, hashlib.sha256).hexdigest()


def headers(signature: str | None = None, timestamp: object = NOW, **more: str) -> dict[str, str]:
    signature = sign(timestamp=timestamp) if signature is None else signature
    return {"X-Service-Signature": signature, "X-Service-Timestamp": str(timestamp), **more}


def refused(body: bytes | str, given: dict[str, str], secret: str = SECRET, **options: float) -> str:
    with pytest.raises(WebhookVerificationError) as caught:
        verify_webhook(body, given, secret, now=NOW, **options)
    assert secret not in str(caught.value)
    return caught.value.code


def test_gives_the_event_of_a_delivery_that_is_signed():
    assert verify_webhook(BODY, headers(), SECRET, now=NOW) == EVENT
    assert verify_webhook(BODY.decode(), headers(), SECRET, now=NOW) == EVENT


def test_tells_the_type_of_an_event():
    event = verify_webhook(BODY, headers(), SECRET, now=NOW)
    assert is_webhook_event(event, "credential.rotated")
    assert not is_webhook_event(event, "credential.revoked")


def test_knows_a_signature_that_was_made_elsewhere():
    # printf '1700000000.{}' | openssl dgst -sha256 -hmac whsec_test
    known = "35495024f4ef3f94e5a93e22221544c4b75e9a42300cd965ab81cb85cd994e91"
    assert verify_webhook(b"{}", headers(known), "whsec_test", now=NOW) == {}


def test_takes_another_tolerance():
    given = headers(timestamp=NOW - 400)
    assert verify_webhook(BODY, given, SECRET, 400, now=NOW) == EVENT
    assert refused(BODY, given, tolerance_seconds=399) == "TIMESTAMP_OUT_OF_TOLERANCE"
    assert refused(BODY, headers(), tolerance_seconds=float("nan")) == "TIMESTAMP_OUT_OF_TOLERANCE"


@pytest.mark.parametrize(
    "signature",
    ["0" * 64, sign()[:-1], sign() + "0", sign()[:-2], "zz" + sign()[2:], "é" * 64, f" {sign()}"],
)
def test_refuses_another_signature(signature):
    assert refused(BODY, headers(signature)) == "SIGNATURE_MISMATCH"
    assert refused(BODY, headers("0" * 64, **{"X-Service-Signature-Previous": signature})) == (
        "SIGNATURE_MISMATCH"
    )


def test_refuses_a_signed_body_that_is_too_deep_to_read():
    body = b"[" * 1_000_000
    assert refused(body, headers(sign(body))) == "INVALID_BODY"


def test_refuses_to_verify_with_an_empty_secret():
    with pytest.raises(KeywardError, match="INVALID_ARGUMENT"):
        verify_webhook(BODY, headers(sign(secret="")), "", now=NOW)


@pytest.mark.parametrize("given", [(BODY, SECRET.encode()), (BODY, None), (EVENT, SECRET), (None, SECRET)])
def test_says_that_a_secret_or_a_body_is_of_the_wrong_type(given):
    body, secret = given
    with pytest.raises(KeywardError, match="INVALID_ARGUMENT"):
        verify_webhook(body, headers(), secret, now=NOW)


@pytest.mark.parametrize("kind", [bytearray, memoryview])
def test_takes_bytes_of_every_kind(kind):
    assert verify_webhook(kind(BODY), headers(), SECRET, now=NOW) == EVENT


@pytest.mark.parametrize("change", [lambda value: [value], str.encode, lambda _: None, lambda _: NOW])
def test_takes_a_header_that_is_no_text_for_missing(change):
    for name, value in headers().items():
        assert refused(BODY, {**headers(), name: change(value)}) == "MISSING_HEADER"
    previous = {"X-Service-Signature-Previous": change(sign())}
    assert refused(BODY, headers("0" * 64, **previous)) == "SIGNATURE_MISMATCH"


def test_refuses_halves_of_surrogate_pairs_as_any_other_text():
    assert refused("\ud800", headers()) == "SIGNATURE_MISMATCH"
    assert refused(BODY, headers("\ud800" * 64)) == "SIGNATURE_MISMATCH"
    assert refused(BODY, headers(sign(), timestamp="\ud800")) == "TIMESTAMP_OUT_OF_TOLERANCE"
    assert refused(BODY, headers(), "\ud800") == "SIGNATURE_MISMATCH"


def test_uses_the_clock_when_it_is_given_no_time():
    with pytest.raises(WebhookVerificationError, match="TIMESTAMP_OUT_OF_TOLERANCE"):
        verify_webhook(BODY, headers(), SECRET)
