from collections.abc import AsyncIterator, Iterator

from keyward import _pages
from keyward._transport import AsyncTransport, Transport

from ...models.anomaly import Anomaly
from ...models.anomaly_list import AnomalyList
from ...models.anomaly_status import AnomalyStatus
from ...models.anomaly_type import AnomalyType
from ...models.list_anomalies_sort import ListAnomaliesSort
from ...models.severity import Severity
from ...types import UNSET, Unset
from . import get_anomaly as _get_anomaly
from . import list_anomalies as _list_anomalies
from . import update_anomaly as _update_anomaly


class AnomaliesFamily:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        status: AnomalyStatus | str | Unset = UNSET,
        type_: AnomalyType | str | Unset = UNSET,
        severity: Severity | str | Unset = UNSET,
        identity_id: str | Unset = UNSET,
        credential_id: str | Unset = UNSET,
        sort: ListAnomaliesSort | Unset = UNSET,
        page: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AnomalyList:
        """List anomalies.

        Newest first. An anomaly that is found again while it is not closed is counted in the one
        there is.
        """

        return self._transport.call(
            _list_anomalies.request(
                status=status,
                type_=type_,
                severity=severity,
                identity_id=identity_id,
                credential_id=credential_id,
                sort=sort,
                page=page,
                cursor=cursor,
                limit=limit,
            ),
            _list_anomalies.answer,
        )

    def list_pages(
        self,
        *,
        status: AnomalyStatus | str | Unset = UNSET,
        type_: AnomalyType | str | Unset = UNSET,
        severity: Severity | str | Unset = UNSET,
        identity_id: str | Unset = UNSET,
        credential_id: str | Unset = UNSET,
        sort: ListAnomaliesSort | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> Iterator[AnomalyList]:
        """List anomalies: every page, as they are asked for.

        Newest first. An anomaly that is found again while it is not closed is counted in the one
        there is.
        """

        return _pages.by_page(
            lambda page: self.list(
                status=status,
                type_=type_,
                severity=severity,
                identity_id=identity_id,
                credential_id=credential_id,
                sort=sort,
                cursor=cursor,
                limit=limit,
                page=page,
            )
        )

    def list_all(
        self,
        *,
        status: AnomalyStatus | str | Unset = UNSET,
        type_: AnomalyType | str | Unset = UNSET,
        severity: Severity | str | Unset = UNSET,
        identity_id: str | Unset = UNSET,
        credential_id: str | Unset = UNSET,
        sort: ListAnomaliesSort | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> Iterator[Anomaly]:
        """List anomalies: every item of every page.

        Newest first. An anomaly that is found again while it is not closed is counted in the one
        there is.
        """

        return _pages.items(
            self.list_pages(
                status=status,
                type_=type_,
                severity=severity,
                identity_id=identity_id,
                credential_id=credential_id,
                sort=sort,
                cursor=cursor,
                limit=limit,
            )
        )

    def get(
        self,
        id: str,
    ) -> Anomaly:
        """Get an anomaly."""

        return self._transport.call(
            _get_anomaly.request(
                id,
            ),
            _get_anomaly.answer,
        )

    def update(
        self,
        id: str,
        *,
        status: AnomalyStatus | str | Unset = UNSET,
        note: None | str | Unset = UNSET,
        if_match: str | Unset = UNSET,
    ) -> Anomaly:
        """Judge an anomaly.

        `RESOLVED` and `FALSE_POSITIVE` close it for good. `FALSE_POSITIVE` also teaches: the
        address or the country becomes a known one of the credential. The risk score of the
        identity follows at once.
        """

        return self._transport.call(
            _update_anomaly.request(
                id,
                status=status,
                note=note,
                if_match=if_match,
            ),
            _update_anomaly.answer,
        )


class AsyncAnomaliesFamily:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        *,
        status: AnomalyStatus | str | Unset = UNSET,
        type_: AnomalyType | str | Unset = UNSET,
        severity: Severity | str | Unset = UNSET,
        identity_id: str | Unset = UNSET,
        credential_id: str | Unset = UNSET,
        sort: ListAnomaliesSort | Unset = UNSET,
        page: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AnomalyList:
        """List anomalies.

        Newest first. An anomaly that is found again while it is not closed is counted in the one
        there is.
        """

        return await self._transport.call(
            _list_anomalies.request(
                status=status,
                type_=type_,
                severity=severity,
                identity_id=identity_id,
                credential_id=credential_id,
                sort=sort,
                page=page,
                cursor=cursor,
                limit=limit,
            ),
            _list_anomalies.answer,
        )

    def list_pages(
        self,
        *,
        status: AnomalyStatus | str | Unset = UNSET,
        type_: AnomalyType | str | Unset = UNSET,
        severity: Severity | str | Unset = UNSET,
        identity_id: str | Unset = UNSET,
        credential_id: str | Unset = UNSET,
        sort: ListAnomaliesSort | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[AnomalyList]:
        """List anomalies: every page, as they are asked for.

        Newest first. An anomaly that is found again while it is not closed is counted in the one
        there is.
        """

        return _pages.async_by_page(
            lambda page: self.list(
                status=status,
                type_=type_,
                severity=severity,
                identity_id=identity_id,
                credential_id=credential_id,
                sort=sort,
                cursor=cursor,
                limit=limit,
                page=page,
            )
        )

    def list_all(
        self,
        *,
        status: AnomalyStatus | str | Unset = UNSET,
        type_: AnomalyType | str | Unset = UNSET,
        severity: Severity | str | Unset = UNSET,
        identity_id: str | Unset = UNSET,
        credential_id: str | Unset = UNSET,
        sort: ListAnomaliesSort | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[Anomaly]:
        """List anomalies: every item of every page.

        Newest first. An anomaly that is found again while it is not closed is counted in the one
        there is.
        """

        return _pages.async_items(
            self.list_pages(
                status=status,
                type_=type_,
                severity=severity,
                identity_id=identity_id,
                credential_id=credential_id,
                sort=sort,
                cursor=cursor,
                limit=limit,
            )
        )

    async def get(
        self,
        id: str,
    ) -> Anomaly:
        """Get an anomaly."""

        return await self._transport.call(
            _get_anomaly.request(
                id,
            ),
            _get_anomaly.answer,
        )

    async def update(
        self,
        id: str,
        *,
        status: AnomalyStatus | str | Unset = UNSET,
        note: None | str | Unset = UNSET,
        if_match: str | Unset = UNSET,
    ) -> Anomaly:
        """Judge an anomaly.

        `RESOLVED` and `FALSE_POSITIVE` close it for good. `FALSE_POSITIVE` also teaches: the
        address or the country becomes a known one of the credential. The risk score of the
        identity follows at once.
        """

        return await self._transport.call(
            _update_anomaly.request(
                id,
                status=status,
                note=note,
                if_match=if_match,
            ),
            _update_anomaly.answer,
        )
