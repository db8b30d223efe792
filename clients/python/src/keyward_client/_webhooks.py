"""Proves that a delivery comes from Keyward."""

import hmac
import json
import re
import time
from collections.abc import Mapping
from hashlib import sha256
from typing import Any, TypedDict

from ._errors import KeywardError


class WebhookEvent(TypedDict):
    id: str
    type: str
    timestamp: str
    webhookId: str
    data: dict[str, Any]


class WebhookVerificationError(KeywardError):
    """The delivery is not to be believed: `MISSING_HEADER`, `TIMESTAMP_OUT_OF_TOLERANCE`,
    `SIGNATURE_MISMATCH` or `INVALID_BODY`."""


def verify_webhook(
    raw_body: bytes | bytearray | memoryview | str,
    headers: Mapping[str, str],
    secret: str,
    tolerance_seconds: int = 300,
    *,
    now: float | None = None,
) -> WebhookEvent:
    """The event of a delivery whose signature is right and whose time is within the tolerance.

    `raw_body` is the body as it came, not parsed and written again. `secret` is the whole signing secret,
    `whsec_` included. While a secret is being rotated, the signature of the old one is also accepted.
    `now` is Unix seconds, for tests. Deliveries can come twice: remember the `id` of the event.

    @raises WebhookVerificationError
    """
    if not isinstance(secret, str) or not secret:
        # With an empty secret anybody could sign.
        raise KeywardError("the signing secret must be text and not empty", code="INVALID_ARGUMENT")
    if not isinstance(raw_body, (bytes, bytearray, memoryview, str)):
        raise KeywardError("raw_body must be the body as it came: bytes or text", code="INVALID_ARGUMENT")
    given = {str(name).lower(): value for name, value in headers.items() if isinstance(value, str)}
    timestamp = given.get("x-service-timestamp")
    current = given.get("x-service-signature")
    if not timestamp or not current:
        raise WebhookVerificationError(
            "X-Service-Timestamp or X-Service-Signature is missing", code="MISSING_HEADER"
        )
    clock = time.time() if now is None else now
    recent = re.fullmatch(r"[0-9]{1,12}", timestamp) is not None and (
        abs(clock - int(timestamp)) <= tolerance_seconds
    )
    if not recent:
        raise WebhookVerificationError(
            "the time stamp is not a time, too old or too new", code="TIMESTAMP_OUT_OF_TOLERANCE"
        )
    body = _bytes(raw_body) if isinstance(raw_body, str) else bytes(raw_body)
    expected = hmac.new(_bytes(secret), timestamp.encode() + b"." + body, sha256).digest()
    previous = given.get("x-service-signature-previous", "")
    # Both are compared, also if the first one matches.
    matches = [hmac.compare_digest(expected, _digest(one)) for one in (current, previous)]
    if not any(matches):
        raise WebhookVerificationError("the signature does not match", code="SIGNATURE_MISMATCH")
    return _event(body)


def _bytes(text: str) -> bytes:
    # Half a surrogate pair gives bytes that were never signed, instead of another error.
    return text.encode(errors="surrogatepass")


def _digest(signature: str) -> bytes:
    return bytes.fromhex(signature) if re.fullmatch(r"[0-9a-fA-F]{64}", signature) else b""


def _event(body: bytes) -> WebhookEvent:
    try:
        event = json.loads(body)
    except (ValueError, RecursionError):
        event = None
    if not isinstance(event, dict):
        raise WebhookVerificationError("the body is not a JSON object", code="INVALID_BODY")
    return event  # type: ignore[return-value] # signed by the service, which keeps the contract
