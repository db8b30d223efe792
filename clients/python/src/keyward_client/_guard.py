"""Judges the credential of one request, for the middleware of every framework."""

import ipaddress
import math
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal

import anyio.to_thread
from anyio.lowlevel import RunVar
from attrs import frozen

from ._client import AsyncKeyward, Keyward
from ._generated.api.credentials import AsyncCredentialsFamily, CredentialsFamily
from ._generated.models import Verification
from ._key_format import is_keyward_key

if TYPE_CHECKING:
    from ._access_tokens import AccessTokens

BearerError = Literal["invalid_request", "invalid_token", "insufficient_scope"]


@frozen
class CallerIdentity:
    """The identity that owns the key, or the subject of the token."""

    #: `idn_…` for a key; the `sub` of a token.
    id: str
    #: None for a token.
    name: str | None
    #: The type of the identity, such as `CI_CD`; `USER` or `CLIENT` for a token.
    type: str
    #: Empty for a token.
    tags: tuple[str, ...] = ()
    #: None for a token.
    risk_score: int | None = None


@frozen
class CallerCredential:
    """The key or the token."""

    #: `cred_…` for a key; the `jti` of a token, which may have none.
    id: str | None
    #: None for a token.
    name: str | None
    scopes: tuple[str, ...]
    #: Seconds since 1970.
    expires_at: float | None
    #: The OAuth client that got the token; None for a key.
    client_id: str | None = None
    #: Whether a rotation replaced this key, and its holder should take the new one.
    grace_period: bool = False


@frozen
class CallerLimits:
    """Limits of the key."""

    #: Uses that the key has left; None if it has no cap, and for a token.
    remaining_uses: int | None = None


@frozen
class Caller:
    """Who sent a request. An API key and an access token give the same fields."""

    kind: Literal["API_KEY", "ACCESS_TOKEN"]
    identity: CallerIdentity
    credential: CallerCredential
    limits: CallerLimits


@frozen
class Denial:
    """A response that refuses a request. It never contains the secret of the request."""

    status: int
    headers: dict[str, str]
    body: dict[str, str]


def deny(
    status: int,
    code: str,
    message: str,
    *,
    bearer: BearerError | None = None,
    scopes: Sequence[str] = (),
    retry_after_seconds: float | None = None,
) -> Denial:
    """The response for these facts, with the challenge of RFC 6750 where a credential could help."""
    headers = {"Cache-Control": "no-store"}
    if status == 401 or bearer:
        challenge = ['Bearer realm="api"']
        if bearer:
            challenge.append(f'error="{bearer}"')
        # Scopes are named only if the credential lacks them, or if there is no credential yet.
        if scopes and bearer in (None, "insufficient_scope"):
            challenge.append(f'scope="{" ".join(scopes)}"')
        headers["WWW-Authenticate"] = ", ".join(challenge)
    if retry_after_seconds is not None:
        headers["Retry-After"] = str(math.ceil(retry_after_seconds))
    return Denial(status, headers, {"error": message, "code": code})


@frozen
class Refusal:
    status: int
    bearer: BearerError | None
    message: str


#: The response to each verification code but `VALID`. A test compares this table with the contract.
REFUSALS: Mapping[str, Refusal] = MappingProxyType(
    {
        "NOT_FOUND": Refusal(401, "invalid_token", "The API key is unknown"),
        "EXPIRED": Refusal(401, "invalid_token", "The API key has expired"),
        "REVOKED": Refusal(401, "invalid_token", "The API key was revoked"),
        "SUSPENDED": Refusal(401, "invalid_token", "The API key is suspended"),
        "IDENTITY_INACTIVE": Refusal(401, "invalid_token", "The owner of the API key is not active"),
        "USAGE_EXCEEDED": Refusal(429, None, "The uses of the API key are spent"),
        "INSUFFICIENT_SCOPE": Refusal(
            403, "insufficient_scope", "The API key lacks a scope that this request requires"
        ),
        "IP_NOT_ALLOWED": Refusal(403, None, "The API key is not allowed from this address"),
        "POLICY_DENIED": Refusal(403, None, "A policy refuses this use of the API key"),
    }
)
#: The response to a code of a later release. A challenge would call the key wrong, and nothing says so.
_UNKNOWN_REFUSAL = Refusal(403, None, "The API key is refused")


@frozen(kw_only=True)
class GuardOptions:
    """Options of `require_key` besides the client."""

    scopes: tuple[str, ...]
    consume: bool
    header: str | None
    context: dict[str, Any] | None
    timeout: float
    access_tokens: "AccessTokens | None"
    on_unavailable: Callable[[Exception], object] | None

    def __attrs_post_init__(self) -> None:
        if any(
            not isinstance(scope, str) or not re.fullmatch(r"[\x21\x23-\x5b\x5d-\x7e]+", scope)
            for scope in self.scopes
        ):
            raise TypeError("require_key: scopes must be a list of scopes")
        if self.header is not None and (
            not re.fullmatch(r"[\w!#$%&'*+.^`|~-]+", self.header, re.ASCII)
            or self.header.lower() == "authorization"
        ):
            raise TypeError("require_key: header must be the name of a header other than Authorization")
        if not 0 < self.timeout <= 86400:
            raise TypeError("require_key: timeout must be seconds above 0, at most 86400")


def options_of(
    scopes: Sequence[str],
    consume: bool,
    header: str | None,
    context: dict[str, Any] | None,
    timeout: float,
    access_tokens: "AccessTokens | None",
    on_unavailable: Callable[[Exception], object] | None,
) -> GuardOptions:
    """@raises TypeError when an option cannot be what it should"""
    # A text would be taken for a list of letters.
    if isinstance(scopes, str):
        raise TypeError("require_key: scopes must be a list of scopes")
    return GuardOptions(
        scopes=tuple(scopes),
        consume=consume,
        header=header,
        context=context,
        timeout=timeout,
        access_tokens=access_tokens,
        on_unavailable=on_unavailable,
    )


#: Returns the values of a header, one for each line of the request.
Header = Callable[[str], Sequence[str]]
#: Returns the address of the caller, if it is known. Its error is an answer 503.
Address = Callable[[], str | None]
# RFC 6750, section 2.1. A second credential behind a comma does not fit.
_TOKEN = r"([A-Za-z0-9_.~+/-]+=*)"
_BEARER = re.compile(rf"bearer +{_TOKEN}", re.IGNORECASE)
_BARE = re.compile(_TOKEN)


def _is_bearer(line: str) -> bool:
    return re.match(r"bearer(\s|,|$)", line, re.IGNORECASE) is not None


def presented_by(header: Header, name: str | None, scopes: Sequence[str]) -> str | Denial:
    """The secret of a request, or why there is not exactly one. A request with two secrets is refused,
    because a proxy and this service could each take another one."""
    authorization = header("Authorization")
    lines = authorization if name is None else header(name)
    beside = name is not None and len(lines) == 1 and any(_is_bearer(line) for line in authorization)
    if len(lines) > 1 or beside:
        return _invalid("The request has more than one credential")
    if not lines or (name is None and not _is_bearer(lines[0])):
        how = "Authorization: Bearer <key>" if name is None else f"{name}: <key>"
        return deny(401, "CREDENTIAL_REQUIRED", f"Send an API key as `{how}`", scopes=scopes)
    found = (_BEARER if name is None else _BARE).fullmatch(lines[0])
    return found[1] if found else _invalid("The request does not have exactly one credential")


def _invalid(message: str) -> Denial:
    return deny(400, "INVALID_CREDENTIAL_HEADER", message, bearer="invalid_request")


def malformed() -> Denial:
    return deny(401, "MALFORMED", "This is not an API key", bearer="invalid_token")


def unavailable(options: GuardOptions, error: Exception) -> Denial:
    """The response when no judgement came. The cause is for the log of the service and not for its caller."""
    if options.on_unavailable is not None:
        # A log that fails must not change the response.
        with suppress(Exception):
            options.on_unavailable(error)
    return deny(
        503,
        "VERIFICATION_UNAVAILABLE",
        "The credential cannot be verified now. Try again later",
        retry_after_seconds=getattr(error, "retry_after_seconds", None),
    )


def _arguments(options: GuardOptions, credential: str, address: str | None) -> dict[str, Any]:
    arguments: dict[str, Any] = {
        "credential": credential,
        "scopes": list(options.scopes),
        "consume": options.consume,
    }
    if options.context is not None:
        arguments["context"] = options.context
    if _is_address(address):
        arguments["ip_address"] = address
    return arguments


def _is_address(text: str | None) -> bool:
    """Whether the service accepts this text. Test clients and sockets of Unix give other texts."""
    try:
        return text is not None and "%" not in text and bool(ipaddress.ip_address(text))
    except ValueError:
        return False


def _judged(verification: Verification, scopes: Sequence[str]) -> Caller | Denial:
    code = str(verification.code)
    if not verification.valid:
        refusal = REFUSALS.get(code, _UNKNOWN_REFUSAL)
        return deny(refusal.status, code, refusal.message, bearer=refusal.bearer, scopes=scopes)
    identity, credential = verification.identity, verification.credential
    if code != "VALID" or identity is None or credential is None:
        raise ValueError("the verification is valid and names no caller")
    return Caller(
        "API_KEY",
        CallerIdentity(
            identity.id, identity.name, str(identity.type_), tuple(identity.tags), identity.risk_score
        ),
        CallerCredential(
            credential.id,
            credential.name,
            tuple(credential.scopes),
            None if credential.expires_at is None else credential.expires_at.timestamp(),
            grace_period=verification.grace_period,
        ),
        CallerLimits(verification.remaining_uses),
    )


def _judge_of_tokens(options: GuardOptions) -> Callable[[str], Caller | Denial] | None:
    if options.access_tokens is None:
        return None
    from ._access_tokens import TokenJudge

    return TokenJudge(options.access_tokens, options.scopes, options.timeout)


def _is_token(secret: str) -> bool:
    # Check digits tell a key that was copied wrongly, so no request is needed.
    return re.match(r"(kd|scim)_", secret) is None


#: Threads for access tokens, of each event loop. They wait for the issuer, and the shared ones run handlers.
_THREADS = RunVar[anyio.CapacityLimiter]("keyward_threads")


def _threads() -> anyio.CapacityLimiter:
    found = _THREADS.get(None)
    if found is None:
        found = anyio.CapacityLimiter(20)
        _THREADS.set(found)
    return found


def cache_headers(options: GuardOptions) -> dict[str, str]:
    """Headers for the response of the handler. They tell caches that it is for this caller alone."""
    return {"Cache-Control": "private", "Vary": options.header or "Authorization"}


class Guard:
    """Judges requests. It never raises."""

    def __init__(self, client: Keyward, options: GuardOptions) -> None:
        if not isinstance(client, Keyward):
            raise TypeError("require_key: client must be a Keyward")
        self.options = options
        # Repeats would let callers wait, and a 429 may ask for a minute.
        limited = client._transport.limited(timeout=options.timeout, max_retries=0)
        self._credentials = CredentialsFamily(limited)
        self._judge_token = _judge_of_tokens(options)

    def judge(self, header: Header, address: Address) -> Caller | Denial:
        try:
            secret = presented_by(header, self.options.header, self.options.scopes)
            if isinstance(secret, Denial):
                return secret
            if is_keyward_key(secret):
                arguments = _arguments(self.options, secret, address())
                return _judged(self._credentials.verify(**arguments), self.options.scopes)
            if self._judge_token is None or not _is_token(secret):
                return malformed()
            return self._judge_token(secret)
        except Exception as error:
            return unavailable(self.options, error)


class AsyncGuard:
    """As `Guard`, for asyncio."""

    def __init__(self, client: AsyncKeyward, options: GuardOptions) -> None:
        if not isinstance(client, AsyncKeyward):
            raise TypeError("require_key: client must be an AsyncKeyward")
        self.options = options
        limited = client._transport.limited(timeout=options.timeout, max_retries=0)
        self._credentials = AsyncCredentialsFamily(limited)
        self._judge_token = _judge_of_tokens(options)

    async def judge(self, header: Header, address: Address) -> Caller | Denial:
        try:
            secret = presented_by(header, self.options.header, self.options.scopes)
            if isinstance(secret, Denial):
                return secret
            if is_keyward_key(secret):
                arguments = _arguments(self.options, secret, address())
                return _judged(await self._credentials.verify(**arguments), self.options.scopes)
            if self._judge_token is None or not _is_token(secret):
                return malformed()
            # Signatures take time of the CPU, and keys of the issuer are read without asyncio.
            return await anyio.to_thread.run_sync(self._judge_token, secret, limiter=_threads())
        except Exception as error:
            return unavailable(self.options, error)
