import datetime
from collections.abc import AsyncIterator, Iterator

from keyward_client import _pages
from keyward_client._transport import AsyncTransport, Transport

from ...models.audit_integrity import AuditIntegrity
from ...models.audit_log import AuditLog
from ...models.audit_log_list import AuditLogList
from ...models.audit_result import AuditResult
from ...models.list_audit_logs_sort import ListAuditLogsSort
from ...types import UNSET, Unset
from . import export_audit_logs as _export_audit_logs
from . import get_audit_integrity as _get_audit_integrity
from . import get_audit_log as _get_audit_log
from . import list_audit_logs as _list_audit_logs


class AuditLogsFamily:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        action: str | Unset = UNSET,
        actor_id: str | Unset = UNSET,
        target_id: str | Unset = UNSET,
        target_type: str | Unset = UNSET,
        result: AuditResult | Unset = UNSET,
        ip: str | Unset = UNSET,
        from_: datetime.datetime | Unset = UNSET,
        to: datetime.datetime | Unset = UNSET,
        request_id: str | Unset = UNSET,
        sort: ListAuditLogsSort | Unset = UNSET,
        page: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AuditLogList:
        """List what was done.

        Newest first: every change, and every attempt that was refused. Reads and verifications
        are not in it. Kept for 400 days.
        """

        return self._transport.call(
            _list_audit_logs.request(
                action=action,
                actor_id=actor_id,
                target_id=target_id,
                target_type=target_type,
                result=result,
                ip=ip,
                from_=from_,
                to=to,
                request_id=request_id,
                sort=sort,
                page=page,
                cursor=cursor,
                limit=limit,
            ),
            _list_audit_logs.answer,
        )

    def list_pages(
        self,
        *,
        action: str | Unset = UNSET,
        actor_id: str | Unset = UNSET,
        target_id: str | Unset = UNSET,
        target_type: str | Unset = UNSET,
        result: AuditResult | Unset = UNSET,
        ip: str | Unset = UNSET,
        from_: datetime.datetime | Unset = UNSET,
        to: datetime.datetime | Unset = UNSET,
        request_id: str | Unset = UNSET,
        sort: ListAuditLogsSort | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> Iterator[AuditLogList]:
        """List what was done: every page, as they are asked for.

        Newest first: every change, and every attempt that was refused. Reads and verifications
        are not in it. Kept for 400 days.
        """

        return _pages.by_page(
            lambda page: self.list(
                action=action,
                actor_id=actor_id,
                target_id=target_id,
                target_type=target_type,
                result=result,
                ip=ip,
                from_=from_,
                to=to,
                request_id=request_id,
                sort=sort,
                cursor=cursor,
                limit=limit,
                page=page,
            )
        )

    def list_all(
        self,
        *,
        action: str | Unset = UNSET,
        actor_id: str | Unset = UNSET,
        target_id: str | Unset = UNSET,
        target_type: str | Unset = UNSET,
        result: AuditResult | Unset = UNSET,
        ip: str | Unset = UNSET,
        from_: datetime.datetime | Unset = UNSET,
        to: datetime.datetime | Unset = UNSET,
        request_id: str | Unset = UNSET,
        sort: ListAuditLogsSort | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> Iterator[AuditLog]:
        """List what was done: every item of every page.

        Newest first: every change, and every attempt that was refused. Reads and verifications
        are not in it. Kept for 400 days.
        """

        return _pages.items(
            self.list_pages(
                action=action,
                actor_id=actor_id,
                target_id=target_id,
                target_type=target_type,
                result=result,
                ip=ip,
                from_=from_,
                to=to,
                request_id=request_id,
                sort=sort,
                cursor=cursor,
                limit=limit,
            )
        )

    def export(
        self,
        *,
        from_: datetime.datetime | Unset = UNSET,
        to: datetime.datetime | Unset = UNSET,
    ) -> str:
        """Export the sealed audit log.

        Streams NDJSON, oldest rows first. A line `header` has the public keys. A line `row`
        follows for each row in the order of the chain. A line `checkpoint` follows each row up to
        which a checkpoint was signed. The last line is a signed `end`: without it, the export was
        cut off. `verifyAuditExport` of both client libraries, and `make verify-audit`, prove that
        the export was not changed. They need the key ID that `getAuditIntegrity` shows. The
        export is itself recorded. A node makes one at a time for each organization and four in
        all, and answers 429 to more. After an export, the organization pauses for six times as
        long as the export took, a minute at most. A request waits up to 20 s for the end of the
        pause; then the response is 429.
        """

        return self._transport.call(
            _export_audit_logs.request(
                from_=from_,
                to=to,
            ),
            _export_audit_logs.answer,
        )

    def get_audit_integrity(
        self,
        *,
        from_sequence: int | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AuditIntegrity:
        """Verify the chain of the audit log.

        Reads rows, seals and checkpoints again and compares them: at most `limit` rows from
        `fromSequence` on. `nextSequence` is where the next request continues; null means that all
        rows are verified. Keep `keyIds`, `lastSequence` and `lastHash` in another place. An
        attacker who holds the whole database could remove the end of the chain. Only the values
        that you kept reveal it. A node verifies one stretch at a time for each organization. It
        then pauses for ten times as long, at most a minute. Up to five requests wait for up to 20
        s; more get 429.
        """

        return self._transport.call(
            _get_audit_integrity.request(
                from_sequence=from_sequence,
                limit=limit,
            ),
            _get_audit_integrity.answer,
        )

    def get(
        self,
        id: str,
    ) -> AuditLog:
        """Get a row of the audit log."""

        return self._transport.call(
            _get_audit_log.request(
                id,
            ),
            _get_audit_log.answer,
        )


class AsyncAuditLogsFamily:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        *,
        action: str | Unset = UNSET,
        actor_id: str | Unset = UNSET,
        target_id: str | Unset = UNSET,
        target_type: str | Unset = UNSET,
        result: AuditResult | Unset = UNSET,
        ip: str | Unset = UNSET,
        from_: datetime.datetime | Unset = UNSET,
        to: datetime.datetime | Unset = UNSET,
        request_id: str | Unset = UNSET,
        sort: ListAuditLogsSort | Unset = UNSET,
        page: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AuditLogList:
        """List what was done.

        Newest first: every change, and every attempt that was refused. Reads and verifications
        are not in it. Kept for 400 days.
        """

        return await self._transport.call(
            _list_audit_logs.request(
                action=action,
                actor_id=actor_id,
                target_id=target_id,
                target_type=target_type,
                result=result,
                ip=ip,
                from_=from_,
                to=to,
                request_id=request_id,
                sort=sort,
                page=page,
                cursor=cursor,
                limit=limit,
            ),
            _list_audit_logs.answer,
        )

    def list_pages(
        self,
        *,
        action: str | Unset = UNSET,
        actor_id: str | Unset = UNSET,
        target_id: str | Unset = UNSET,
        target_type: str | Unset = UNSET,
        result: AuditResult | Unset = UNSET,
        ip: str | Unset = UNSET,
        from_: datetime.datetime | Unset = UNSET,
        to: datetime.datetime | Unset = UNSET,
        request_id: str | Unset = UNSET,
        sort: ListAuditLogsSort | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[AuditLogList]:
        """List what was done: every page, as they are asked for.

        Newest first: every change, and every attempt that was refused. Reads and verifications
        are not in it. Kept for 400 days.
        """

        return _pages.async_by_page(
            lambda page: self.list(
                action=action,
                actor_id=actor_id,
                target_id=target_id,
                target_type=target_type,
                result=result,
                ip=ip,
                from_=from_,
                to=to,
                request_id=request_id,
                sort=sort,
                cursor=cursor,
                limit=limit,
                page=page,
            )
        )

    def list_all(
        self,
        *,
        action: str | Unset = UNSET,
        actor_id: str | Unset = UNSET,
        target_id: str | Unset = UNSET,
        target_type: str | Unset = UNSET,
        result: AuditResult | Unset = UNSET,
        ip: str | Unset = UNSET,
        from_: datetime.datetime | Unset = UNSET,
        to: datetime.datetime | Unset = UNSET,
        request_id: str | Unset = UNSET,
        sort: ListAuditLogsSort | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[AuditLog]:
        """List what was done: every item of every page.

        Newest first: every change, and every attempt that was refused. Reads and verifications
        are not in it. Kept for 400 days.
        """

        return _pages.async_items(
            self.list_pages(
                action=action,
                actor_id=actor_id,
                target_id=target_id,
                target_type=target_type,
                result=result,
                ip=ip,
                from_=from_,
                to=to,
                request_id=request_id,
                sort=sort,
                cursor=cursor,
                limit=limit,
            )
        )

    async def export(
        self,
        *,
        from_: datetime.datetime | Unset = UNSET,
        to: datetime.datetime | Unset = UNSET,
    ) -> str:
        """Export the sealed audit log.

        Streams NDJSON, oldest rows first. A line `header` has the public keys. A line `row`
        follows for each row in the order of the chain. A line `checkpoint` follows each row up to
        which a checkpoint was signed. The last line is a signed `end`: without it, the export was
        cut off. `verifyAuditExport` of both client libraries, and `make verify-audit`, prove that
        the export was not changed. They need the key ID that `getAuditIntegrity` shows. The
        export is itself recorded. A node makes one at a time for each organization and four in
        all, and answers 429 to more. After an export, the organization pauses for six times as
        long as the export took, a minute at most. A request waits up to 20 s for the end of the
        pause; then the response is 429.
        """

        return await self._transport.call(
            _export_audit_logs.request(
                from_=from_,
                to=to,
            ),
            _export_audit_logs.answer,
        )

    async def get_audit_integrity(
        self,
        *,
        from_sequence: int | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AuditIntegrity:
        """Verify the chain of the audit log.

        Reads rows, seals and checkpoints again and compares them: at most `limit` rows from
        `fromSequence` on. `nextSequence` is where the next request continues; null means that all
        rows are verified. Keep `keyIds`, `lastSequence` and `lastHash` in another place. An
        attacker who holds the whole database could remove the end of the chain. Only the values
        that you kept reveal it. A node verifies one stretch at a time for each organization. It
        then pauses for ten times as long, at most a minute. Up to five requests wait for up to 20
        s; more get 429.
        """

        return await self._transport.call(
            _get_audit_integrity.request(
                from_sequence=from_sequence,
                limit=limit,
            ),
            _get_audit_integrity.answer,
        )

    async def get(
        self,
        id: str,
    ) -> AuditLog:
        """Get a row of the audit log."""

        return await self._transport.call(
            _get_audit_log.request(
                id,
            ),
            _get_audit_log.answer,
        )
