import builtins
import datetime
from collections.abc import AsyncIterator, Iterator

from keyward_client import _pages
from keyward_client._transport import AsyncTransport, Transport

from ...models.deleted import Deleted
from ...models.list_provisioning_log_sort import ListProvisioningLogSort
from ...models.provisioning_entry import ProvisioningEntry
from ...models.provisioning_log import ProvisioningLog
from ...models.provisioning_status import ProvisioningStatus
from ...models.scim_permission import ScimPermission
from ...models.scim_profile import ScimProfile
from ...models.scim_token_core import ScimTokenCore
from ...models.scim_token_list import ScimTokenList
from ...models.scim_token_status import ScimTokenStatus
from ...models.scim_token_with_secret import ScimTokenWithSecret
from ...types import UNSET, Unset
from . import create_scim_token as _create_scim_token
from . import list_provisioning_log as _list_provisioning_log
from . import list_scim_tokens as _list_scim_tokens
from . import revoke_scim_token as _revoke_scim_token


class ScimTokensFamily:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        status: ScimTokenStatus | str | Unset = UNSET,
        page: int | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> ScimTokenList:
        """List SCIM tokens.

        Newest first, those that expired or were revoked among them.
        """

        return self._transport.call(
            _list_scim_tokens.request(
                status=status,
                page=page,
                limit=limit,
            ),
            _list_scim_tokens.answer,
        )

    def list_pages(
        self,
        *,
        status: ScimTokenStatus | str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> Iterator[ScimTokenList]:
        """List SCIM tokens: every page, as they are asked for.

        Newest first, those that expired or were revoked among them.
        """

        return _pages.by_page(
            lambda page: self.list(
                status=status,
                limit=limit,
                page=page,
            )
        )

    def list_all(
        self,
        *,
        status: ScimTokenStatus | str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> Iterator[ScimTokenCore]:
        """List SCIM tokens: every item of every page.

        Newest first, those that expired or were revoked among them.
        """

        return _pages.items(
            self.list_pages(
                status=status,
                limit=limit,
            )
        )

    def create(
        self,
        *,
        name: str,
        profile: ScimProfile | str | Unset = UNSET,
        permissions: builtins.list[ScimPermission | str] | Unset = UNSET,
        allowed_ips: builtins.list[str] | None | Unset = UNSET,
        expires_at: datetime.datetime | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
        x_wrap_ttl: int | Unset = UNSET,
    ) -> ScimTokenWithSecret:
        """Create a SCIM token.

        A directory such as Okta or Entra uses the token to provision users and groups. The caller
        must hold the scopes for the permissions of the token. These are `directory.read` and
        `directory.write` for users, `groups.read` and `groups.write` for groups. A key with
        addresses of its own gives only tokens whose `allowedIps` are within them.
        """

        return self._transport.call(
            _create_scim_token.request(
                name=name,
                profile=profile,
                permissions=permissions,
                allowed_ips=allowed_ips,
                expires_at=expires_at,
                idempotency_key=idempotency_key,
                x_wrap_ttl=x_wrap_ttl,
            ),
            _create_scim_token.answer,
        )

    def revoke(
        self,
        token_id: str,
    ) -> Deleted:
        """Revoke a SCIM token.

        It stops at once and for good, and stays in the list as `REVOKED`.
        """

        return self._transport.call(
            _revoke_scim_token.request(
                token_id,
            ),
            _revoke_scim_token.answer,
        )

    def list_provisioning_log(
        self,
        token_id: str,
        *,
        status: ProvisioningStatus | str | Unset = UNSET,
        dry_run: bool | Unset = UNSET,
        sort: ListProvisioningLogSort | Unset = UNSET,
        page: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> ProvisioningLog:
        """List the use of a SCIM token.

        Lists the changes that a directory requested with this token, newest first. Each entry
        shows what the directory sent, what changed, and why a request was refused. Dry runs are
        listed too. Entries are kept for 30 days. If a user is deleted, the names and values of
        the user are erased. Values of users need `directory.read`, and values of groups
        `groups.read`. Without it, the entry names the attributes alone and has `valuesHidden:
        true`.
        """

        return self._transport.call(
            _list_provisioning_log.request(
                token_id,
                status=status,
                dry_run=dry_run,
                sort=sort,
                page=page,
                cursor=cursor,
                limit=limit,
            ),
            _list_provisioning_log.answer,
        )

    def list_provisioning_log_pages(
        self,
        token_id: str,
        *,
        status: ProvisioningStatus | str | Unset = UNSET,
        dry_run: bool | Unset = UNSET,
        sort: ListProvisioningLogSort | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> Iterator[ProvisioningLog]:
        """List the use of a SCIM token: every page, as they are asked for.

        Lists the changes that a directory requested with this token, newest first. Each entry
        shows what the directory sent, what changed, and why a request was refused. Dry runs are
        listed too. Entries are kept for 30 days. If a user is deleted, the names and values of
        the user are erased. Values of users need `directory.read`, and values of groups
        `groups.read`. Without it, the entry names the attributes alone and has `valuesHidden:
        true`.
        """

        return _pages.by_page(
            lambda page: self.list_provisioning_log(
                token_id,
                status=status,
                dry_run=dry_run,
                sort=sort,
                cursor=cursor,
                limit=limit,
                page=page,
            )
        )

    def list_provisioning_log_all(
        self,
        token_id: str,
        *,
        status: ProvisioningStatus | str | Unset = UNSET,
        dry_run: bool | Unset = UNSET,
        sort: ListProvisioningLogSort | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> Iterator[ProvisioningEntry]:
        """List the use of a SCIM token: every item of every page.

        Lists the changes that a directory requested with this token, newest first. Each entry
        shows what the directory sent, what changed, and why a request was refused. Dry runs are
        listed too. Entries are kept for 30 days. If a user is deleted, the names and values of
        the user are erased. Values of users need `directory.read`, and values of groups
        `groups.read`. Without it, the entry names the attributes alone and has `valuesHidden:
        true`.
        """

        return _pages.items(
            self.list_provisioning_log_pages(
                token_id,
                status=status,
                dry_run=dry_run,
                sort=sort,
                cursor=cursor,
                limit=limit,
            )
        )


class AsyncScimTokensFamily:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        *,
        status: ScimTokenStatus | str | Unset = UNSET,
        page: int | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> ScimTokenList:
        """List SCIM tokens.

        Newest first, those that expired or were revoked among them.
        """

        return await self._transport.call(
            _list_scim_tokens.request(
                status=status,
                page=page,
                limit=limit,
            ),
            _list_scim_tokens.answer,
        )

    def list_pages(
        self,
        *,
        status: ScimTokenStatus | str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[ScimTokenList]:
        """List SCIM tokens: every page, as they are asked for.

        Newest first, those that expired or were revoked among them.
        """

        return _pages.async_by_page(
            lambda page: self.list(
                status=status,
                limit=limit,
                page=page,
            )
        )

    def list_all(
        self,
        *,
        status: ScimTokenStatus | str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[ScimTokenCore]:
        """List SCIM tokens: every item of every page.

        Newest first, those that expired or were revoked among them.
        """

        return _pages.async_items(
            self.list_pages(
                status=status,
                limit=limit,
            )
        )

    async def create(
        self,
        *,
        name: str,
        profile: ScimProfile | str | Unset = UNSET,
        permissions: builtins.list[ScimPermission | str] | Unset = UNSET,
        allowed_ips: builtins.list[str] | None | Unset = UNSET,
        expires_at: datetime.datetime | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
        x_wrap_ttl: int | Unset = UNSET,
    ) -> ScimTokenWithSecret:
        """Create a SCIM token.

        A directory such as Okta or Entra uses the token to provision users and groups. The caller
        must hold the scopes for the permissions of the token. These are `directory.read` and
        `directory.write` for users, `groups.read` and `groups.write` for groups. A key with
        addresses of its own gives only tokens whose `allowedIps` are within them.
        """

        return await self._transport.call(
            _create_scim_token.request(
                name=name,
                profile=profile,
                permissions=permissions,
                allowed_ips=allowed_ips,
                expires_at=expires_at,
                idempotency_key=idempotency_key,
                x_wrap_ttl=x_wrap_ttl,
            ),
            _create_scim_token.answer,
        )

    async def revoke(
        self,
        token_id: str,
    ) -> Deleted:
        """Revoke a SCIM token.

        It stops at once and for good, and stays in the list as `REVOKED`.
        """

        return await self._transport.call(
            _revoke_scim_token.request(
                token_id,
            ),
            _revoke_scim_token.answer,
        )

    async def list_provisioning_log(
        self,
        token_id: str,
        *,
        status: ProvisioningStatus | str | Unset = UNSET,
        dry_run: bool | Unset = UNSET,
        sort: ListProvisioningLogSort | Unset = UNSET,
        page: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> ProvisioningLog:
        """List the use of a SCIM token.

        Lists the changes that a directory requested with this token, newest first. Each entry
        shows what the directory sent, what changed, and why a request was refused. Dry runs are
        listed too. Entries are kept for 30 days. If a user is deleted, the names and values of
        the user are erased. Values of users need `directory.read`, and values of groups
        `groups.read`. Without it, the entry names the attributes alone and has `valuesHidden:
        true`.
        """

        return await self._transport.call(
            _list_provisioning_log.request(
                token_id,
                status=status,
                dry_run=dry_run,
                sort=sort,
                page=page,
                cursor=cursor,
                limit=limit,
            ),
            _list_provisioning_log.answer,
        )

    def list_provisioning_log_pages(
        self,
        token_id: str,
        *,
        status: ProvisioningStatus | str | Unset = UNSET,
        dry_run: bool | Unset = UNSET,
        sort: ListProvisioningLogSort | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[ProvisioningLog]:
        """List the use of a SCIM token: every page, as they are asked for.

        Lists the changes that a directory requested with this token, newest first. Each entry
        shows what the directory sent, what changed, and why a request was refused. Dry runs are
        listed too. Entries are kept for 30 days. If a user is deleted, the names and values of
        the user are erased. Values of users need `directory.read`, and values of groups
        `groups.read`. Without it, the entry names the attributes alone and has `valuesHidden:
        true`.
        """

        return _pages.async_by_page(
            lambda page: self.list_provisioning_log(
                token_id,
                status=status,
                dry_run=dry_run,
                sort=sort,
                cursor=cursor,
                limit=limit,
                page=page,
            )
        )

    def list_provisioning_log_all(
        self,
        token_id: str,
        *,
        status: ProvisioningStatus | str | Unset = UNSET,
        dry_run: bool | Unset = UNSET,
        sort: ListProvisioningLogSort | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[ProvisioningEntry]:
        """List the use of a SCIM token: every item of every page.

        Lists the changes that a directory requested with this token, newest first. Each entry
        shows what the directory sent, what changed, and why a request was refused. Dry runs are
        listed too. Entries are kept for 30 days. If a user is deleted, the names and values of
        the user are erased. Values of users need `directory.read`, and values of groups
        `groups.read`. Without it, the entry names the attributes alone and has `valuesHidden:
        true`.
        """

        return _pages.async_items(
            self.list_provisioning_log_pages(
                token_id,
                status=status,
                dry_run=dry_run,
                sort=sort,
                cursor=cursor,
                limit=limit,
            )
        )
