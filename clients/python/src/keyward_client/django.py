"""A decorator and middleware of Django that lets only callers with a valid key pass."""

from collections.abc import Awaitable, Callable, Sequence
from functools import wraps
from typing import Any, TypeVar

from asgiref.sync import iscoroutinefunction
from django.http import HttpRequest, HttpResponseBase, JsonResponse
from django.utils.cache import patch_cache_control, patch_vary_headers

from ._access_tokens import AccessTokens
from ._client import AsyncKeyward, Keyward
from ._guard import AsyncGuard, Caller, Denial, Guard, GuardOptions, Header, cache_headers, options_of

__all__ = ["AccessTokens", "Caller", "require_key"]

View = TypeVar("View", bound=Callable[..., HttpResponseBase | Awaitable[HttpResponseBase]])
Address = Callable[[HttpRequest], str | None]


def require_key(
    *,
    client: Keyward | AsyncKeyward,
    scopes: Sequence[str] = (),
    consume: bool = True,
    header: str | None = None,
    context: dict[str, Any] | None = None,
    timeout: float = 5.0,
    ip_address: Address | None = None,
    access_tokens: AccessTokens | None = None,
    on_unavailable: Callable[[Exception], object] | None = None,
) -> Callable[[View], View]:
    """Returns a decorator for a view. The view finds the caller as `request.keyward`.

    The result is a middleware as well: `MIDDLEWARE` may name it. A `Keyward` is for views without `async`, an
    `AsyncKeyward` for views with it. `client` has a key with the scope `credentials.verify`. The caller must
    have all `scopes`. `consume` says whether this counts as a use of the key. `header` names a header that
    holds the bare key, instead of `Authorization: Bearer`. `ip_address` returns the address of the caller;
    default is `REMOTE_ADDR`. `on_unavailable` hears why a request got 503, for your log.

    @raises TypeError when an option cannot be what it should
    """
    options = options_of(scopes, consume, header, context, timeout, access_tokens, on_unavailable)
    address = ip_address or _address
    decorate = (
        _with_asyncio(client, options, address)
        if isinstance(client, AsyncKeyward)
        else _without_asyncio(client, options, address)
    )
    # Django reads these of a middleware.
    decorate.sync_capable = not isinstance(client, AsyncKeyward)  # type: ignore[attr-defined]
    decorate.async_capable = isinstance(client, AsyncKeyward)  # type: ignore[attr-defined]
    return decorate


def _without_asyncio(client: Keyward, options: GuardOptions, address: Address) -> Callable[[Any], Any]:
    guard = Guard(client, options)

    def decorate(view: Any) -> Any:
        if iscoroutinefunction(view):
            raise TypeError("require_key: a view with async needs an AsyncKeyward")

        @wraps(view)
        def guarded(request: HttpRequest, *words: Any, **named: Any) -> HttpResponseBase:
            decision = guard.judge(_header_of(request), lambda: address(request))
            refusal = _kept(request, decision)
            return _private(view(request, *words, **named), options) if refusal is None else refusal

        return guarded

    return decorate


def _with_asyncio(client: AsyncKeyward, options: GuardOptions, address: Address) -> Callable[[Any], Any]:
    guard = AsyncGuard(client, options)

    def decorate(view: Any) -> Any:
        if not iscoroutinefunction(view):
            raise TypeError("require_key: a view without async needs a Keyward")

        @wraps(view)
        async def guarded(request: HttpRequest, *words: Any, **named: Any) -> HttpResponseBase:
            decision = await guard.judge(_header_of(request), lambda: address(request))
            refusal = _kept(request, decision)
            return _private(await view(request, *words, **named), options) if refusal is None else refusal

        return guarded

    return decorate


def _header_of(request: HttpRequest) -> Header:
    """Servers join several lines of a header by commas, which no credential contains."""

    def header(name: str) -> list[str]:
        value = request.headers.get(name)
        return [] if value is None else [value]

    return header


def _address(request: HttpRequest) -> str | None:
    given: str | None = request.META.get("REMOTE_ADDR")
    return given


def _kept(request: HttpRequest, decision: Caller | Denial) -> JsonResponse | None:
    if isinstance(decision, Denial):
        return JsonResponse(decision.body, status=decision.status, headers=decision.headers)
    request.keyward = decision
    return None


def _private(response: HttpResponseBase, options: GuardOptions) -> HttpResponseBase:
    """Tells caches that a response is for one caller. That of Django would give it to strangers."""
    headers = cache_headers(options)
    patch_cache_control(response, private=True)
    patch_vary_headers(response, [headers["Vary"]])
    return response
