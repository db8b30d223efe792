"""Judges a credential for a framework that has no adapter, such as a server of the Model Context Protocol."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Protocol

from ._access_tokens import AccessTokens
from ._client import AsyncKeyward
from ._guard import AsyncGuard, Caller, Denial, options_of

__all__ = ["AccessTokens", "Caller", "Denial", "Guard", "create_guard"]


class Guard(Protocol):
    """Judges the value of one `Authorization` header. It never raises."""

    def __call__(
        self, authorization: str | None, *, ip_address: str | None = None
    ) -> Awaitable[Caller | Denial]:
        """Gives the caller, or the whole response that refuses the request. Keys with `allowed_ips` need
        the address of the caller."""


def create_guard(
    *,
    client: AsyncKeyward,
    scopes: Sequence[str] = (),
    consume: bool = True,
    context: dict[str, Any] | None = None,
    timeout: float = 5.0,
    access_tokens: AccessTokens | None = None,
    on_unavailable: Callable[[Exception], object] | None = None,
) -> Guard:
    """Returns the function that judges requests. The options are those of `require_key`.

    @raises TypeError when an option cannot be what it should
    """
    options = options_of(scopes, consume, None, context, timeout, access_tokens, on_unavailable)
    guard = AsyncGuard(client, options)

    async def judge(authorization: str | None, *, ip_address: str | None = None) -> Caller | Denial:
        lines = [] if authorization is None else [authorization]
        return await guard.judge(lambda _: lines, lambda: ip_address)

    return judge
