"""Access tokens of OpenID Connect beside API keys."""

import json
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import quote

import httpx
from attrs import field, frozen

from ._guard import Caller, CallerCredential, CallerIdentity, CallerLimits, Denial, deny

_ALGORITHMS = ["ES256", "RS256", "PS256", "EdDSA"]
#: How long an unknown key does not make the judge read the keys of the issuer again, in seconds.
_COOLDOWN = 30.0
#: How long keys of the issuer are taken without reading them again, in seconds. It may withdraw one.
_LIFETIME = 600.0
#: How long no other reading follows one that failed, in seconds.
_PAUSE = 1.0
#: The end of time that the middleware of TypeScript knows, in seconds.
_LAST_SECOND = 8.64e12
_LARGEST_ANSWER = 1024 * 1024


@frozen(kw_only=True)
class AccessTokens:
    """Access tokens that an endpoint accepts beside API keys."""

    #: The issuer of the tokens, as its discovery document names it.
    issuer: str
    #: This API: the `resource` that clients name when they get a token.
    audience: str
    #: The client that introspects opaque tokens. Without it, only signed tokens are accepted.
    client_id: str | None = None
    client_secret: str | None = field(default=None, repr=False)

    def __attrs_post_init__(self) -> None:
        # A variable that is not set would turn the check of the audience off.
        if not _is_text(self.issuer) or not _is_text(self.audience):
            raise TypeError("AccessTokens: issuer and audience must be texts that are not empty")
        pair = (self.client_id, self.client_secret)
        if pair != (None, None) and not all(_is_text(one) for one in pair):
            raise TypeError("AccessTokens: client_id and client_secret go together, and are not empty")


def _is_text(value: object) -> bool:
    return isinstance(value, str) and value != ""


class IssuerError(Exception):
    """The issuer gave no answer that can be used. It does not contain the request, which has the token."""

    def __init__(self, message: str, *, status: int | None = None) -> None:
        super().__init__(message)
        #: The HTTP status; None when there was no answer.
        self.status = status


class _Keys:
    """The keys of the issuer."""

    def __init__(self, read: Callable[[], dict[str, Any]]) -> None:
        self._read = read
        self._lock = threading.Lock()
        self._known: dict[str, Any] = {}
        self._known_until = 0.0
        self._next_read = 0.0
        self._failed = False

    def find(self, kid: str) -> Any:
        """The key with this ID; None if the issuer has none. @raises if the keys cannot be read"""
        # Without the lock: a known key does not wait while the unknown one of a stranger is looked up.
        known = self._known_now()
        if known is not None and kid in known:
            return known[kid]
        with self._lock:
            known = self._known_now()
            if known is not None and kid in known:
                return known[kid]
            if time.monotonic() >= self._next_read:
                known = self._read_again()
            elif self._failed or known is None:
                raise IssuerError("the keys of the issuer could not be read a moment ago")
            return known.get(kid)

    def _known_now(self) -> dict[str, Any] | None:
        return self._known if time.monotonic() < self._known_until else None

    def _read_again(self) -> dict[str, Any]:
        import jwt

        try:
            found = jwt.PyJWKSet.from_dict(self._read())
        except Exception:
            self._failed = True
            self._next_read = time.monotonic() + _PAUSE
            raise
        now = time.monotonic()
        self._known = {key.key_id: key for key in found.keys if key.key_id is not None}
        self._known_until = now + _LIFETIME
        self._next_read = now + _COOLDOWN
        self._failed = False
        return self._known


class TokenJudge:
    """Judges access tokens of one issuer for one API. @raises if no judgement is possible"""

    def __init__(self, tokens: AccessTokens, scopes: Sequence[str], timeout: float) -> None:
        if not isinstance(tokens, AccessTokens):
            raise TypeError("require_key: access_tokens must be AccessTokens")
        self._tokens = tokens
        self._scopes = scopes
        self._timeout = timeout
        self._http = httpx.Client(timeout=timeout, follow_redirects=False)
        self._document: dict[str, Any] | None = None
        self._keys = _Keys(lambda: self._read("GET", str(self._discovered()["jwks_uri"])))

    def __call__(self, token: str) -> Caller | Denial:
        claims = self._signed(token) if token.count(".") == 2 else self._introspected(token)
        caller = self._caller(claims) if claims is not None else None
        if caller is None:
            return deny(
                401, "INVALID_TOKEN", "The access token is not valid for this API", bearer="invalid_token"
            )
        if all(scope in caller.credential.scopes for scope in self._scopes):
            return caller
        return deny(
            403,
            "INSUFFICIENT_SCOPE",
            "The access token lacks a scope that this request requires",
            bearer="insufficient_scope",
            scopes=self._scopes,
        )

    def _signed(self, token: str) -> Mapping[str, Any] | None:
        """The claims of a signed access token (RFC 9068); None if the token is wrong."""
        import jwt

        try:
            header = jwt.get_unverified_header(token)
            # Not every version of PyJWT refuses it (RFC 7515, section 4.1.11).
            if "crit" in header:
                return None
            typ = str(header.get("typ")).lower().removeprefix("application/")
            kid = header.get("kid")
            key = self._keys.find(kid) if typ == "at+jwt" and isinstance(kid, str) else None
            if key is None or header.get("alg") not in _ALGORITHMS:
                return None
            return jwt.decode(
                token,
                key,
                algorithms=_ALGORITHMS,
                audience=self._tokens.audience,
                issuer=self._tokens.issuer,
                options={"require": ["exp", "iss", "aud", "sub"]},
            )
        # PyJWT makes whole numbers of times, which cannot be done with infinity.
        except (jwt.InvalidTokenError, OverflowError):
            return None

    def _introspected(self, token: str) -> Mapping[str, Any] | None:
        """Asks the issuer about an opaque token (RFC 7662). Returns None if the token is not active."""
        client_id, client_secret = self._tokens.client_id, self._tokens.client_secret
        if client_id is None or client_secret is None:
            return None
        endpoint = str(self._discovered()["introspection_endpoint"])
        answer = self._read(
            "POST",
            endpoint,
            data={"token": token, "token_type_hint": "access_token"},
            # RFC 6749, section 2.3.1: both are encoded as in a form before they are joined.
            auth=httpx.BasicAuth(quote(client_id, safe=""), quote(client_secret, safe="")),
        )
        # Only access tokens have a type. A refresh token is active as well.
        is_bearer = str(answer.get("token_type")).lower() == "bearer"
        if answer.get("active") is not True or not is_bearer:
            return None
        # Without a user, a token has no subject but its client.
        return {"sub": answer.get("client_id"), **answer}

    def _discovered(self) -> dict[str, Any]:
        """The discovery document, which is read once. After a failure, the next call reads it again."""
        if self._document is None:
            issuer = self._tokens.issuer
            document = self._read("GET", f"{issuer.removesuffix('/')}/.well-known/openid-configuration")
            # OpenID Connect Discovery 1.0, section 4.3.
            if document.get("issuer") != issuer:
                raise IssuerError("the discovery document names another issuer")
            self._document = document
        return self._document

    def _read(self, method: str, address: str, **more: Any) -> dict[str, Any]:
        # Raised here, an error does not carry that of httpx along, which has the request and the token in it.
        outcome = self._exchange(method, address, **more)
        if isinstance(outcome, IssuerError):
            raise outcome
        return outcome

    def _exchange(self, method: str, address: str, **more: Any) -> dict[str, Any] | IssuerError:
        # httpx limits the wait for each piece, this the wait for all of them.
        deadline = time.monotonic() + self._timeout
        headers = {"Accept": "application/json"}
        body = bytearray()
        try:
            with self._http.stream(method, address, headers=headers, **more) as response:
                if not response.is_success:
                    status = response.status_code
                    return IssuerError(f"the issuer answered {status}", status=status)
                for piece in response.iter_bytes():
                    body += piece
                    if len(body) > _LARGEST_ANSWER:
                        return IssuerError("the answer of the issuer is too large")
                    if time.monotonic() > deadline:
                        return IssuerError("the answer of the issuer took too long")
            data = json.loads(body)
        except (httpx.HTTPError, httpx.InvalidURL, ValueError) as failure:
            return IssuerError(f"the issuer could not be read: {type(failure).__name__}")
        return data if isinstance(data, dict) else IssuerError("the answer of the issuer is not an object")

    def _caller(self, claims: Mapping[str, Any]) -> Caller | None:
        """The caller of a token; None if the token is not one for this API."""
        audience = claims.get("aud")
        audiences = audience if isinstance(audience, list) else [audience]
        if claims.get("iss") != self._tokens.issuer or self._tokens.audience not in audiences:
            return None
        subject, client_id, scope = claims.get("sub"), claims.get("client_id"), claims.get("scope", "")
        expires, token_id = claims.get("exp"), claims.get("jti")
        if not (isinstance(subject, str) and isinstance(client_id, str) and isinstance(scope, str)):
            return None
        if not isinstance(expires, (int, float)) or not time.time() < expires <= _LAST_SECOND:
            return None
        # A token that is bound to a key of its client is worth nothing without a proof (RFC 9449, RFC 8705).
        if claims.get("cnf") is not None:
            return None
        return Caller(
            "ACCESS_TOKEN",
            CallerIdentity(subject, None, "CLIENT" if subject == client_id else "USER"),
            CallerCredential(
                token_id if isinstance(token_id, str) else None,
                None,
                tuple(scope.split()),
                float(expires),
                client_id,
            ),
            CallerLimits(),
        )
