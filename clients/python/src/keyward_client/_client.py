"""The two clients; what they can do is generated."""

from typing import TYPE_CHECKING

from ._generated.client import AsyncFamilies, Families
from ._options import Options
from ._transport import AsyncTransport, Transport

if TYPE_CHECKING:
    from typing_extensions import Self


class Keyward(Families):
    """A client of one Keyward service with one API key; safe to share between threads, not across a fork.

    `timeout` is in seconds and for each attempt; `max_retries` is how often a call is sent again after
    a rate limit, a connection that broke or an unavailable service, and only where that is safe. A `delete`
    that is sent again may answer 404: it is gone. Without `api_key` only public operations work.
    """

    def __init__(
        self, *, base_url: str, api_key: str | None = None, timeout: float = 30.0, max_retries: int = 2
    ) -> None:
        options = Options(base_url=base_url, api_key=api_key, timeout=timeout, max_retries=max_retries)
        self._transport = Transport(options)
        super().__init__(self._transport)

    def close(self) -> None:
        """Gives the connections back; `with` does it by itself."""
        self._transport.close()

    def __enter__(self) -> "Self":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Keyward(base_url={self._transport.options.base_url!r})"


class AsyncKeyward(AsyncFamilies):
    """As `Keyward`, for asyncio: every call is awaited, every iterator is asynchronous."""

    def __init__(
        self, *, base_url: str, api_key: str | None = None, timeout: float = 30.0, max_retries: int = 2
    ) -> None:
        options = Options(base_url=base_url, api_key=api_key, timeout=timeout, max_retries=max_retries)
        self._transport = AsyncTransport(options)
        super().__init__(self._transport)

    async def close(self) -> None:
        """Gives the connections back; `async with` does it by itself."""
        await self._transport.close()

    async def __aenter__(self) -> "Self":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    def __repr__(self) -> str:
        return f"AsyncKeyward(base_url={self._transport.options.base_url!r})"
