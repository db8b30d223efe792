from collections.abc import AsyncIterator, Iterator

from keyward_client import _pages
from keyward_client._transport import AsyncTransport, Transport

from ...models.overview import Overview
from ...models.unused_credential import UnusedCredential
from ...models.unused_credential_list import UnusedCredentialList
from ...models.verification_outcomes import VerificationOutcomes
from ...types import UNSET, Unset
from . import get_overview as _get_overview
from . import list_unused_credentials as _list_unused_credentials
from . import list_verification_outcomes as _list_verification_outcomes


class ReportsFamily:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def get_overview(
        self,
    ) -> Overview:
        """Get an overview.

        Counts what a tenant has, and what needs attention. It counts the newest 10,000
        credentials, identities and users, and 10,000 alerts and dead letters. `isCapped` says
        that there are more. Verifications follow within about two minutes, sign-ins within
        seconds. One request of a tenant runs at a time, and the next one waits for seven times as
        long as it took.
        """

        return self._transport.call(
            _get_overview.request(),
            _get_overview.answer,
        )

    def list_verification_outcomes(
        self,
        *,
        days: int | Unset = UNSET,
        identity_id: str | Unset = UNSET,
        credential_id: str | Unset = UNSET,
    ) -> VerificationOutcomes:
        """List verifications by code and key.

        Counts the verifications of each day by `code`, and those of the 100 credentials with the
        most refusals. A verification with `consume: false` counts only if it was refused. A
        secret that no credential has counts as `NOT_FOUND`, and only without filters. Refusals
        follow within seconds, valid ones within about two minutes.
        """

        return self._transport.call(
            _list_verification_outcomes.request(
                days=days,
                identity_id=identity_id,
                credential_id=credential_id,
            ),
            _list_verification_outcomes.answer,
        )

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

    async def get_overview(
        self,
    ) -> Overview:
        """Get an overview.

        Counts what a tenant has, and what needs attention. It counts the newest 10,000
        credentials, identities and users, and 10,000 alerts and dead letters. `isCapped` says
        that there are more. Verifications follow within about two minutes, sign-ins within
        seconds. One request of a tenant runs at a time, and the next one waits for seven times as
        long as it took.
        """

        return await self._transport.call(
            _get_overview.request(),
            _get_overview.answer,
        )

    async def list_verification_outcomes(
        self,
        *,
        days: int | Unset = UNSET,
        identity_id: str | Unset = UNSET,
        credential_id: str | Unset = UNSET,
    ) -> VerificationOutcomes:
        """List verifications by code and key.

        Counts the verifications of each day by `code`, and those of the 100 credentials with the
        most refusals. A verification with `consume: false` counts only if it was refused. A
        secret that no credential has counts as `NOT_FOUND`, and only without filters. Refusals
        follow within seconds, valid ones within about two minutes.
        """

        return await self._transport.call(
            _list_verification_outcomes.request(
                days=days,
                identity_id=identity_id,
                credential_id=credential_id,
            ),
            _list_verification_outcomes.answer,
        )

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
