"""Access tokens of OpenID Connect beside API keys."""

import json
import threading
import time
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote

import httpx
from attrs import field, frozen

from ._guard import Caller, CallerCredential, CallerIdentity, CallerLimits, Denial, deny

_ALGORITHMS = ["ES256", "RS256", "PS256", "EdDSA"]
#: How long an unknown key does not make the judge read the keys of the issuer again, in seconds.
_COOLDOWN = 30.0
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


class TokenJudge:
    """Judges access tokens of one issuer for one API. @raises if no judgement is possible"""

    def __init__(self, tokens: AccessTokens, scopes: Sequence[str], timeout: float) -> None:
        self._tokens = tokens
        self._scopes = scopes
        self._http = httpx.Client(timeout=timeout, follow_redirects=False)
        self._lock = threading.Lock()
        self._document: dict[str, Any] | None = None
        self._keys: Any = None
        self._read_at = 0.0

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
            typ = str(header.get("typ")).lower().removeprefix("application/")
            kid = header.get("kid")
            key = self._key(kid) if typ == "at+jwt" and isinstance(kid, str) else None
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
        except jwt.InvalidTokenError:
            return None

    def _key(self, kid: str) -> Any:
        """The key of the issuer with this ID. Reads the keys again for an unknown ID, but not often."""
        import jwt

        with self._lock:
            for again in (False, True):
                if self._keys is None or (again and time.monotonic() - self._read_at > _COOLDOWN):
                    data = self._read("GET", str(self._discovered()["jwks_uri"]))
                    self._keys = jwt.PyJWKSet.from_dict(data)
                    self._read_at = time.monotonic()
                for key in self._keys.keys:
                    if key.key_id == kid:
                        return key
        return None

    def _introspected(self, token: str) -> Mapping[str, Any] | None:
        """Asks the issuer about an opaque token (RFC 7662). Returns None if the token is not active."""
        client_id, client_secret = self._tokens.client_id, self._tokens.client_secret
        if client_id is None or client_secret is None:
            return None
        with self._lock:
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
                raise ValueError("the discovery document names another issuer")
            self._document = document
        return self._document

    def _read(self, method: str, address: str, **more: Any) -> dict[str, Any]:
        with self._http.stream(method, address, headers={"Accept": "application/json"}, **more) as response:
            response.raise_for_status()
            body = bytearray()
            for piece in response.iter_bytes():
                body += piece
                if len(body) > _LARGEST_ANSWER:
                    raise ValueError("the answer of the issuer is too large")
            data = json.loads(body)
        if not isinstance(data, dict):
            raise ValueError("the answer of the issuer is not an object")
        return data

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
        if not isinstance(expires, (int, float)) or expires <= time.time():
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
