from collections.abc import AsyncIterator, Iterator

from keyward_client import _pages
from keyward_client._transport import AsyncTransport, Transport

from ...models.unused_credential import UnusedCredential
from ...models.unused_credential_list import UnusedCredentialList
from ...types import UNSET, Unset
from . import list_unused_credentials as _list_unused_credentials


class ReportsFamily:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list_unused_credentials(
        self,
        *,
        days: int | Unset = UNSET,
        identity_id: str | Unset = UNSET,
        never_used: bool | Unset = UNSET,
        page: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> UnusedCredentialList:
        """List unused credentials.

        Lists active and suspended credentials that were not used for the given number of days,
        the oldest first. A credential that was never used counts from its creation, or from its
        last rotation.
        """

        return self._transport.call(
            _list_unused_credentials.request(
                days=days,
                identity_id=identity_id,
                never_used=never_used,
                page=page,
                cursor=cursor,
                limit=limit,
            ),
            _list_unused_credentials.answer,
        )

    def list_unused_credentials_pages(
        self,
        *,
        days: int | Unset = UNSET,
        identity_id: str | Unset = UNSET,
        never_used: bool | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> Iterator[UnusedCredentialList]:
        """List unused credentials: every page, as they are asked for.

        Lists active and suspended credentials that were not used for the given number of days,
        the oldest first. A credential that was never used counts from its creation, or from its
        last rotation.
        """

        return _pages.by_page(
            lambda page: self.list_unused_credentials(
                days=days,
                identity_id=identity_id,
                never_used=never_used,
                cursor=cursor,
                limit=limit,
                page=page,
            )
        )

    def list_unused_credentials_all(
        self,
        *,
        days: int | Unset = UNSET,
        identity_id: str | Unset = UNSET,
        never_used: bool | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> Iterator[UnusedCredential]:
        """List unused credentials: every item of every page.

        Lists active and suspended credentials that were not used for the given number of days,
        the oldest first. A credential that was never used counts from its creation, or from its
        last rotation.
        """

        return _pages.items(
            self.list_unused_credentials_pages(
                days=days,
                identity_id=identity_id,
                never_used=never_used,
                cursor=cursor,
                limit=limit,
            )
        )


class AsyncReportsFamily:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list_unused_credentials(
        self,
        *,
        days: int | Unset = UNSET,
        identity_id: str | Unset = UNSET,
        never_used: bool | Unset = UNSET,
        page: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> UnusedCredentialList:
        """List unused credentials.

        Lists active and suspended credentials that were not used for the given number of days,
        the oldest first. A credential that was never used counts from its creation, or from its
        last rotation.
        """

        return await self._transport.call(
            _list_unused_credentials.request(
                days=days,
                identity_id=identity_id,
                never_used=never_used,
                page=page,
                cursor=cursor,
                limit=limit,
            ),
            _list_unused_credentials.answer,
        )

    def list_unused_credentials_pages(
        self,
        *,
        days: int | Unset = UNSET,
        identity_id: str | Unset = UNSET,
        never_used: bool | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[UnusedCredentialList]:
        """List unused credentials: every page, as they are asked for.

        Lists active and suspended credentials that were not used for the given number of days,
        the oldest first. A credential that was never used counts from its creation, or from its
        last rotation.
        """

        return _pages.async_by_page(
            lambda page: self.list_unused_credentials(
                days=days,
                identity_id=identity_id,
                never_used=never_used,
                cursor=cursor,
                limit=limit,
                page=page,
            )
        )

    def list_unused_credentials_all(
        self,
        *,
        days: int | Unset = UNSET,
        identity_id: str | Unset = UNSET,
        never_used: bool | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[UnusedCredential]:
        """List unused credentials: every item of every page.

        Lists active and suspended credentials that were not used for the given number of days,
        the oldest first. A credential that was never used counts from its creation, or from its
        last rotation.
        """

        return _pages.async_items(
            self.list_unused_credentials_pages(
                days=days,
                identity_id=identity_id,
                never_used=never_used,
                cursor=cursor,
                limit=limit,
            )
        )
