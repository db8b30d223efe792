from collections.abc import AsyncIterator, Iterator

from keyward_client import _pages
from keyward_client._transport import AsyncTransport, Transport

from ...models.signing_key import SigningKey
from ...models.signing_key_list import SigningKeyList
from ...models.signing_keys import SigningKeys
from ...types import UNSET, Unset
from . import list_signing_keys as _list_signing_keys
from . import rotate_signing_keys as _rotate_signing_keys


class SigningKeysFamily:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        page: int | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> SigningKeyList:
        """List signing keys.

        Those that sign first, then those that will, then those that did. There are none before
        the first token is asked for.
        """

        return self._transport.call(
            _list_signing_keys.request(
                page=page,
                limit=limit,
            ),
            _list_signing_keys.answer,
        )

    def list_pages(
        self,
        *,
        limit: int | Unset = UNSET,
    ) -> Iterator[SigningKeyList]:
        """List signing keys: every page, as they are asked for.

        Those that sign first, then those that will, then those that did. There are none before
        the first token is asked for.
        """

        return _pages.by_page(
            lambda page: self.list(
                limit=limit,
                page=page,
            )
        )

    def list_all(
        self,
        *,
        limit: int | Unset = UNSET,
    ) -> Iterator[SigningKey]:
        """List signing keys: every item of every page.

        Those that sign first, then those that will, then those that did. There are none before
        the first token is asked for.
        """

        return _pages.items(
            self.list_pages(
                limit=limit,
            )
        )

    def rotate(
        self,
        *,
        emergency: bool | Unset = UNSET,
        reason: None | str | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> SigningKeys:
        """Rotate signing keys.

        Creates and publishes a key of every algorithm. The keys sign from a day later on, when
        all callers that cache the published keys have fetched them. While a key waits to sign, no
        other is made. With `emergency`, new keys sign at once and all others are removed. Tokens
        that the removed keys signed become invalid.
        """

        return self._transport.call(
            _rotate_signing_keys.request(
                emergency=emergency,
                reason=reason,
                idempotency_key=idempotency_key,
            ),
            _rotate_signing_keys.answer,
        )


class AsyncSigningKeysFamily:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        *,
        page: int | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> SigningKeyList:
        """List signing keys.

        Those that sign first, then those that will, then those that did. There are none before
        the first token is asked for.
        """

        return await self._transport.call(
            _list_signing_keys.request(
                page=page,
                limit=limit,
            ),
            _list_signing_keys.answer,
        )

    def list_pages(
        self,
        *,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[SigningKeyList]:
        """List signing keys: every page, as they are asked for.

        Those that sign first, then those that will, then those that did. There are none before
        the first token is asked for.
        """

        return _pages.async_by_page(
            lambda page: self.list(
                limit=limit,
                page=page,
            )
        )

    def list_all(
        self,
        *,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[SigningKey]:
        """List signing keys: every item of every page.

        Those that sign first, then those that will, then those that did. There are none before
        the first token is asked for.
        """

        return _pages.async_items(
            self.list_pages(
                limit=limit,
            )
        )

    async def rotate(
        self,
        *,
        emergency: bool | Unset = UNSET,
        reason: None | str | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> SigningKeys:
        """Rotate signing keys.

        Creates and publishes a key of every algorithm. The keys sign from a day later on, when
        all callers that cache the published keys have fetched them. While a key waits to sign, no
        other is made. With `emergency`, new keys sign at once and all others are removed. Tokens
        that the removed keys signed become invalid.
        """

        return await self._transport.call(
            _rotate_signing_keys.request(
                emergency=emergency,
                reason=reason,
                idempotency_key=idempotency_key,
            ),
            _rotate_signing_keys.answer,
        )
