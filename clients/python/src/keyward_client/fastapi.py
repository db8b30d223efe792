"""A dependency of FastAPI that lets only callers with a valid key pass."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from fastapi import HTTPException, Request, Response

from ._access_tokens import AccessTokens
from ._client import AsyncKeyward
from ._guard import AsyncGuard, Caller, Denial, cache_headers, options_of

__all__ = ["AccessTokens", "Caller", "require_key"]


def require_key(
    *,
    client: AsyncKeyward,
    scopes: Sequence[str] = (),
    consume: bool = True,
    header: str | None = None,
    context: dict[str, Any] | None = None,
    timeout: float = 5.0,
    ip_address: Callable[[Request], str | None] | None = None,
    access_tokens: AccessTokens | None = None,
    on_unavailable: Callable[[Exception], object] | None = None,
) -> Callable[[Request, Response], Awaitable[Caller]]:
    """Returns a dependency for `Depends`. It gives the caller, and keeps it as `request.state.keyward`.

    `client` has a key with the scope `credentials.verify`. The caller must have all `scopes`. `consume`
    says whether this counts as a use of the key. `header` names a header that holds the bare key, instead
    of `Authorization: Bearer`. `ip_address` returns the address of the caller; default is the address of
    the connection. `on_unavailable` hears why a request got 503, for your log.

    @raises TypeError when an option cannot be what it should
    """
    options = options_of(scopes, consume, header, context, timeout, access_tokens, on_unavailable)
    guard = AsyncGuard(client, options)

    def address(request: Request) -> str | None:
        return ip_address(request) if ip_address else request.client and request.client.host

    async def keyward(request: Request, response: Response) -> Caller:
        decision = await guard.judge(request.headers.getlist, lambda: address(request))
        if isinstance(decision, Denial):
            raise HTTPException(decision.status, decision.body, decision.headers)
        request.state.keyward = decision
        told = cache_headers(options)
        # Another dependency may have said `no-store`.
        response.headers.setdefault("Cache-Control", told["Cache-Control"])
        response.headers.add_vary_header(told["Vary"])
        return decision

    return keyward
