"""Signed access tokens, with the vectors that the middleware of TypeScript has as well."""

import hashlib
import hmac
import json
import threading
import time
from base64 import urlsafe_b64encode
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import SimpleNamespace

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from jwt.algorithms import ECAlgorithm
from keyward_client import _access_tokens
from keyward_client._access_tokens import AccessTokens, IssuerError, TokenJudge
from keyward_client._guard import Caller

VECTORS = json.loads((Path(__file__).parents[3] / "clients/middleware/vectors.json").read_text("utf-8"))
AUDIENCE = "https://api.example.com/"
PAIRS = {
    "ours": ec.generate_private_key(ec.SECP256R1()),
    "P-384": ec.generate_private_key(ec.SECP384R1()),
    "stranger": ec.generate_private_key(ec.SECP256R1()),
}


def public(name):
    return {**json.loads(ECAlgorithm.to_jwk(PAIRS[name].public_key())), "kid": name}


@pytest.fixture
def issuer():
    """An issuer that counts how often its keys are read, and can fail or let a reader wait."""
    state = SimpleNamespace(
        keys=[public("ours"), public("P-384")], reads=0, fails=False, open=threading.Event()
    )
    state.asked = threading.Event()
    state.open.set()

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *_):
            pass

        def do_GET(self):
            body = {"issuer": state.origin, "jwks_uri": f"{state.origin}/keys"}
            if self.path == "/keys":
                state.reads += 1
                state.asked.set()
                state.open.wait(10)
                body = {"keys": state.keys}
            self.send_response(500 if state.fails else 200)
            self.end_headers()
            self.wfile.write(json.dumps(body).encode())

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        state.origin = f"http://127.0.0.1:{server.server_port}"
        thread = threading.Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        state.judge = TokenJudge(AccessTokens(issuer=state.origin, audience=AUDIENCE), (), 5.0)
        yield state
        state.open.set()
        server.shutdown()
        thread.join()


@pytest.fixture
def clock(monkeypatch):
    """A clock that a test moves."""
    moved = SimpleNamespace(by=0.0)
    real = time.monotonic
    own = SimpleNamespace(monotonic=lambda: real() + moved.by, time=time.time)
    monkeypatch.setattr(_access_tokens, "time", own)
    return moved


def encoded(part):
    return urlsafe_b64encode(part).rstrip(b"=")


def signed(issuer, key="ours", header=None, claims=None):
    good = {
        "iss": issuer.origin,
        "aud": AUDIENCE,
        "sub": "ada",
        "client_id": "app",
        "exp": int(time.time()) + 600,
    }
    kid = key if key in ("ours", "P-384") else "ours"
    parts = [{"alg": "ES256", "typ": "at+jwt", "kid": kid, **(header or {})}, {**good, **(claims or {})}]
    present = [{name: value for name, value in part.items() if value is not None} for part in parts]
    frame = b".".join(encoded(json.dumps(part).encode()) for part in present)
    if key == "none":
        signature = b""
    elif key == "secret":
        # A verifier that takes the algorithm from the token would take the public key for the secret.
        signature = hmac.new(json.dumps(public("ours")).encode(), frame, hashlib.sha256).digest()
    else:
        algorithm = ECAlgorithm(ECAlgorithm.SHA384 if key == "P-384" else ECAlgorithm.SHA256)
        signature = algorithm.sign(frame, PAIRS[key])
    return (frame + b"." + encoded(signature)).decode()


def status_of(issuer, token):
    judged = issuer.judge(token)
    return 200 if isinstance(judged, Caller) else judged.status


@pytest.mark.parametrize("vector", VECTORS["tokens"], ids=lambda vector: vector["token"])
def test_judges_signed_tokens(issuer, vector):
    token = signed(issuer, vector["key"], vector["header"], vector["claims"])
    assert status_of(issuer, token) == vector["status"]


def test_reads_keys_again_that_are_ten_minutes_old(issuer, clock):
    token = signed(issuer)
    assert status_of(issuer, token) == 200
    issuer.keys = [public("P-384")]
    clock.by = 590
    assert (status_of(issuer, token), issuer.reads) == (200, 1)
    clock.by = 610
    assert (status_of(issuer, token), issuer.reads) == (401, 2)
    # Without an answer there is no judgement.
    issuer.fails = True
    clock.by = 1300
    with pytest.raises(IssuerError):
        issuer.judge(token)


def test_finds_a_new_key_after_the_pause(issuer, clock):
    issuer.keys = [public("P-384")]
    token = signed(issuer)
    assert status_of(issuer, token) == 401
    issuer.keys = [public("ours")]
    assert (status_of(issuer, token), issuer.reads) == (401, 1)
    clock.by = 31
    assert (status_of(issuer, token), issuer.reads) == (200, 2)


def test_reads_once_for_many_unknown_keys_while_the_issuer_fails(issuer, clock):
    assert status_of(issuer, signed(issuer)) == 200
    clock.by = 31
    issuer.fails = True
    for kid in "abcde":
        with pytest.raises(IssuerError):
            issuer.judge(signed(issuer, header={"kid": kid}))
    assert issuer.reads == 2


def test_judges_known_keys_while_an_unknown_one_is_looked_up(issuer, clock):
    assert status_of(issuer, signed(issuer)) == 200
    clock.by = 31
    issuer.open.clear()
    issuer.asked.clear()
    with ThreadPoolExecutor(1) as pool:
        unknown = pool.submit(status_of, issuer, signed(issuer, header={"kid": "unknown"}))
        assert issuer.asked.wait(5)
        with ThreadPoolExecutor(1) as other:
            known = other.submit(status_of, issuer, signed(issuer))
            try:
                assert known.result(3) == 200
                assert not unknown.done()
            finally:
                issuer.open.set()
        assert unknown.result(5) == 401
