from collections.abc import AsyncIterator, Iterator

from keyward_client import _pages
from keyward_client._transport import AsyncTransport, Transport

from ...models.deleted import Deleted
from ...models.passkey import Passkey
from ...models.passkey_list import PasskeyList
from ...types import UNSET, Unset
from . import delete_passkey as _delete_passkey
from . import list_passkeys as _list_passkeys


class PasskeysFamily:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        user_id: str,
        *,
        page: int | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> PasskeyList:
        """List the passkeys of a user.

        The oldest first. A user has at most 20; they add them on their account page.
        """

        return self._transport.call(
            _list_passkeys.request(
                user_id,
                page=page,
                limit=limit,
            ),
            _list_passkeys.answer,
        )

    def list_pages(
        self,
        user_id: str,
        *,
        limit: int | Unset = UNSET,
    ) -> Iterator[PasskeyList]:
        """List the passkeys of a user: every page, as they are asked for.

        The oldest first. A user has at most 20; they add them on their account page.
        """

        return _pages.by_page(
            lambda page: self.list(
                user_id,
                limit=limit,
                page=page,
            )
        )

    def list_all(
        self,
        user_id: str,
        *,
        limit: int | Unset = UNSET,
    ) -> Iterator[Passkey]:
        """List the passkeys of a user: every item of every page.

        The oldest first. A user has at most 20; they add them on their account page.
        """

        return _pages.items(
            self.list_pages(
                user_id,
                limit=limit,
            )
        )

    def delete(
        self,
        user_id: str,
        cred_id: str,
    ) -> Deleted:
        """Remove a passkey of a user.

        The passkey cannot be used to sign in any more, for example after the loss of a device.
        Existing sessions stay. The caller must hold every scope that the roles and groups of the
        user carry.
        """

        return self._transport.call(
            _delete_passkey.request(
                user_id,
                cred_id,
            ),
            _delete_passkey.answer,
        )


class AsyncPasskeysFamily:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        user_id: str,
        *,
        page: int | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> PasskeyList:
        """List the passkeys of a user.

        The oldest first. A user has at most 20; they add them on their account page.
        """

        return await self._transport.call(
            _list_passkeys.request(
                user_id,
                page=page,
                limit=limit,
            ),
            _list_passkeys.answer,
        )

    def list_pages(
        self,
        user_id: str,
        *,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[PasskeyList]:
        """List the passkeys of a user: every page, as they are asked for.

        The oldest first. A user has at most 20; they add them on their account page.
        """

        return _pages.async_by_page(
            lambda page: self.list(
                user_id,
                limit=limit,
                page=page,
            )
        )

    def list_all(
        self,
        user_id: str,
        *,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[Passkey]:
        """List the passkeys of a user: every item of every page.

        The oldest first. A user has at most 20; they add them on their account page.
        """

        return _pages.async_items(
            self.list_pages(
                user_id,
                limit=limit,
            )
        )

    async def delete(
        self,
        user_id: str,
        cred_id: str,
    ) -> Deleted:
        """Remove a passkey of a user.

        The passkey cannot be used to sign in any more, for example after the loss of a device.
        Existing sessions stay. The caller must hold every scope that the roles and groups of the
        user carry.
        """

        return await self._transport.call(
            _delete_passkey.request(
                user_id,
                cred_id,
            ),
            _delete_passkey.answer,
        )
