from collections.abc import AsyncIterator, Iterator

from keyward_client import _pages
from keyward_client._transport import AsyncTransport, Transport

from ...models.signing_key import SigningKey
from ...models.signing_key_list import SigningKeyList
from ...models.signing_key_use import SigningKeyUse
from ...models.signing_keys import SigningKeys
from ...types import UNSET, Unset
from . import activate_signing_key as _activate_signing_key
from . import list_signing_keys as _list_signing_keys
from . import rotate_signing_keys as _rotate_signing_keys


class SigningKeysFamily:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        use: SigningKeyUse | str | Unset = UNSET,
        page: int | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> SigningKeyList:
        """List signing keys.

        Those that sign first, then those that will, then those that did. There are none before
        the first token is asked for. Keys of SAML follow those of OpenID Connect, and keys that
        assertions are encrypted for follow these.
        """

        return self._transport.call(
            _list_signing_keys.request(
                use=use,
                page=page,
                limit=limit,
            ),
            _list_signing_keys.answer,
        )

    def list_pages(
        self,
        *,
        use: SigningKeyUse | str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> Iterator[SigningKeyList]:
        """List signing keys: every page, as they are asked for.

        Those that sign first, then those that will, then those that did. There are none before
        the first token is asked for. Keys of SAML follow those of OpenID Connect, and keys that
        assertions are encrypted for follow these.
        """

        return _pages.by_page(
            lambda page: self.list(
                use=use,
                limit=limit,
                page=page,
            )
        )

    def list_all(
        self,
        *,
        use: SigningKeyUse | str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> Iterator[SigningKey]:
        """List signing keys: every item of every page.

        Those that sign first, then those that will, then those that did. There are none before
        the first token is asked for. Keys of SAML follow those of OpenID Connect, and keys that
        assertions are encrypted for follow these.
        """

        return _pages.items(
            self.list_pages(
                use=use,
                limit=limit,
            )
        )

    def rotate(
        self,
        *,
        use: SigningKeyUse | str | Unset = UNSET,
        emergency: bool | Unset = UNSET,
        reason: None | str | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> SigningKeys:
        """Rotate signing keys.

        Creates and publishes a key of every algorithm. The keys sign from a day later on, when
        all callers that cache the published keys have fetched them. While a key waits to sign, no
        other is made. With `emergency`, new keys sign at once and all others are removed. Tokens
        that the removed keys signed become invalid. With `use: SAML`, the new key is published
        and waits until it is activated; in an emergency it signs at once, and users can sign in
        to a service provider when its administrator has replaced the certificate. With `use:
        SAML_ENCRYPTION`, the metadata of the SAML connections names the new key, and the keys
        before decrypt for 30 more days; in an emergency they are removed.
        """

        return self._transport.call(
            _rotate_signing_keys.request(
                use=use,
                emergency=emergency,
                reason=reason,
                idempotency_key=idempotency_key,
            ),
            _rotate_signing_keys.answer,
        )

    def activate(
        self,
        key_id: str,
        *,
        idempotency_key: str | Unset = UNSET,
    ) -> SigningKey:
        """Let a SAML key sign for all service providers.

        The key signs for every service provider from now on, also for those with a
        `signingKeyId`, which is cleared. The previous key stays in the metadata for 30 days. To
        change one service provider at a time, set its `signingKeyId` instead. Keys of OpenID
        Connect sign by themselves when their time comes; for them the response is 409
        `KEY_STATE_CONFLICT`.
        """

        return self._transport.call(
            _activate_signing_key.request(
                key_id,
                idempotency_key=idempotency_key,
            ),
            _activate_signing_key.answer,
        )


class AsyncSigningKeysFamily:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        *,
        use: SigningKeyUse | str | Unset = UNSET,
        page: int | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> SigningKeyList:
        """List signing keys.

        Those that sign first, then those that will, then those that did. There are none before
        the first token is asked for. Keys of SAML follow those of OpenID Connect, and keys that
        assertions are encrypted for follow these.
        """

        return await self._transport.call(
            _list_signing_keys.request(
                use=use,
                page=page,
                limit=limit,
            ),
            _list_signing_keys.answer,
        )

    def list_pages(
        self,
        *,
        use: SigningKeyUse | str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[SigningKeyList]:
        """List signing keys: every page, as they are asked for.

        Those that sign first, then those that will, then those that did. There are none before
        the first token is asked for. Keys of SAML follow those of OpenID Connect, and keys that
        assertions are encrypted for follow these.
        """

        return _pages.async_by_page(
            lambda page: self.list(
                use=use,
                limit=limit,
                page=page,
            )
        )

    def list_all(
        self,
        *,
        use: SigningKeyUse | str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[SigningKey]:
        """List signing keys: every item of every page.

        Those that sign first, then those that will, then those that did. There are none before
        the first token is asked for. Keys of SAML follow those of OpenID Connect, and keys that
        assertions are encrypted for follow these.
        """

        return _pages.async_items(
            self.list_pages(
                use=use,
                limit=limit,
            )
        )

    async def rotate(
        self,
        *,
        use: SigningKeyUse | str | Unset = UNSET,
        emergency: bool | Unset = UNSET,
        reason: None | str | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> SigningKeys:
        """Rotate signing keys.

        Creates and publishes a key of every algorithm. The keys sign from a day later on, when
        all callers that cache the published keys have fetched them. While a key waits to sign, no
        other is made. With `emergency`, new keys sign at once and all others are removed. Tokens
        that the removed keys signed become invalid. With `use: SAML`, the new key is published
        and waits until it is activated; in an emergency it signs at once, and users can sign in
        to a service provider when its administrator has replaced the certificate. With `use:
        SAML_ENCRYPTION`, the metadata of the SAML connections names the new key, and the keys
        before decrypt for 30 more days; in an emergency they are removed.
        """

        return await self._transport.call(
            _rotate_signing_keys.request(
                use=use,
                emergency=emergency,
                reason=reason,
                idempotency_key=idempotency_key,
            ),
            _rotate_signing_keys.answer,
        )

    async def activate(
        self,
        key_id: str,
        *,
        idempotency_key: str | Unset = UNSET,
    ) -> SigningKey:
        """Let a SAML key sign for all service providers.

        The key signs for every service provider from now on, also for those with a
        `signingKeyId`, which is cleared. The previous key stays in the metadata for 30 days. To
        change one service provider at a time, set its `signingKeyId` instead. Keys of OpenID
        Connect sign by themselves when their time comes; for them the response is 409
        `KEY_STATE_CONFLICT`.
        """

        return await self._transport.call(
            _activate_signing_key.request(
                key_id,
                idempotency_key=idempotency_key,
            ),
            _activate_signing_key.answer,
        )
