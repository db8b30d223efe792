import builtins
import datetime
from collections.abc import AsyncIterator, Iterator

from keyward_client import _pages
from keyward_client._transport import AsyncTransport, Transport

from ...models.credential_item import CredentialItem
from ...models.credential_scopes import CredentialScopes
from ...models.credential_status import CredentialStatus
from ...models.deleted import Deleted
from ...models.federated_subject import FederatedSubject
from ...models.identity import Identity
from ...models.identity_credentials import IdentityCredentials
from ...models.identity_list import IdentityList
from ...models.identity_risk import IdentityRisk
from ...models.identity_status import IdentityStatus
from ...models.identity_type import IdentityType
from ...models.identity_usage import IdentityUsage
from ...models.list_identities_sort import ListIdentitiesSort
from ...models.list_identity_credentials_sort import ListIdentityCredentialsSort
from ...models.metadata import Metadata
from ...models.right_sizing import RightSizing
from ...models.unused_scope_list import UnusedScopeList
from ...types import UNSET, Unset
from . import create_identity as _create_identity
from . import delete_identity as _delete_identity
from . import get_identity as _get_identity
from . import get_identity_activity as _get_identity_activity
from . import get_identity_risk as _get_identity_risk
from . import list_identities as _list_identities
from . import list_identity_credentials as _list_identity_credentials
from . import list_unused_scopes as _list_unused_scopes
from . import reactivate_identity as _reactivate_identity
from . import revoke_identity as _revoke_identity
from . import right_size_identity as _right_size_identity
from . import suspend_identity as _suspend_identity
from . import update_identity as _update_identity


class IdentitiesFamily:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        type_: IdentityType | str | Unset = UNSET,
        status: IdentityStatus | str | Unset = UNSET,
        tag: str | Unset = UNSET,
        owner_user_id: str | Unset = UNSET,
        min_risk: int | Unset = UNSET,
        search: str | Unset = UNSET,
        sort: ListIdentitiesSort | Unset = UNSET,
        page: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> IdentityList:
        """List identities."""

        return self._transport.call(
            _list_identities.request(
                type_=type_,
                status=status,
                tag=tag,
                owner_user_id=owner_user_id,
                min_risk=min_risk,
                search=search,
                sort=sort,
                page=page,
                cursor=cursor,
                limit=limit,
            ),
            _list_identities.answer,
        )

    def list_pages(
        self,
        *,
        type_: IdentityType | str | Unset = UNSET,
        status: IdentityStatus | str | Unset = UNSET,
        tag: str | Unset = UNSET,
        owner_user_id: str | Unset = UNSET,
        min_risk: int | Unset = UNSET,
        search: str | Unset = UNSET,
        sort: ListIdentitiesSort | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> Iterator[IdentityList]:
        """List identities: every page, as they are asked for."""

        return _pages.by_page(
            lambda page: self.list(
                type_=type_,
                status=status,
                tag=tag,
                owner_user_id=owner_user_id,
                min_risk=min_risk,
                search=search,
                sort=sort,
                cursor=cursor,
                limit=limit,
                page=page,
            )
        )

    def list_all(
        self,
        *,
        type_: IdentityType | str | Unset = UNSET,
        status: IdentityStatus | str | Unset = UNSET,
        tag: str | Unset = UNSET,
        owner_user_id: str | Unset = UNSET,
        min_risk: int | Unset = UNSET,
        search: str | Unset = UNSET,
        sort: ListIdentitiesSort | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> Iterator[Identity]:
        """List identities: every item of every page."""

        return _pages.items(
            self.list_pages(
                type_=type_,
                status=status,
                tag=tag,
                owner_user_id=owner_user_id,
                min_risk=min_risk,
                search=search,
                sort=sort,
                cursor=cursor,
                limit=limit,
            )
        )

    def create(
        self,
        *,
        name: str,
        type_: IdentityType | str,
        description: None | str | Unset = UNSET,
        owner_user_id: None | str | Unset = UNSET,
        tags: builtins.list[str] | Unset = UNSET,
        allowed_scopes: builtins.list[str] | None | Unset = UNSET,
        allowed_ips: builtins.list[str] | None | Unset = UNSET,
        federated_subjects: builtins.list[FederatedSubject] | Unset = UNSET,
        metadata: Metadata | Unset = UNSET,
        expires_at: datetime.datetime | None | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> Identity:
        """Create an identity."""

        return self._transport.call(
            _create_identity.request(
                name=name,
                type_=type_,
                description=description,
                owner_user_id=owner_user_id,
                tags=tags,
                allowed_scopes=allowed_scopes,
                allowed_ips=allowed_ips,
                federated_subjects=federated_subjects,
                metadata=metadata,
                expires_at=expires_at,
                idempotency_key=idempotency_key,
            ),
            _create_identity.answer,
        )

    def get(
        self,
        id: str,
    ) -> Identity:
        """Get an identity."""

        return self._transport.call(
            _get_identity.request(
                id,
            ),
            _get_identity.answer,
        )

    def delete(
        self,
        id: str,
        *,
        if_match: str | Unset = UNSET,
    ) -> Deleted:
        """Delete an identity.

        Revokes it and all its credentials first.
        """

        return self._transport.call(
            _delete_identity.request(
                id,
                if_match=if_match,
            ),
            _delete_identity.answer,
        )

    def update(
        self,
        id: str,
        *,
        name: str | Unset = UNSET,
        description: None | str | Unset = UNSET,
        owner_user_id: None | str | Unset = UNSET,
        tags: builtins.list[str] | Unset = UNSET,
        allowed_scopes: builtins.list[str] | None | Unset = UNSET,
        allowed_ips: builtins.list[str] | None | Unset = UNSET,
        federated_subjects: builtins.list[FederatedSubject] | Unset = UNSET,
        metadata: Metadata | Unset = UNSET,
        expires_at: datetime.datetime | None | Unset = UNSET,
        if_match: str | Unset = UNSET,
    ) -> Identity:
        """Change an identity."""

        return self._transport.call(
            _update_identity.request(
                id,
                name=name,
                description=description,
                owner_user_id=owner_user_id,
                tags=tags,
                allowed_scopes=allowed_scopes,
                allowed_ips=allowed_ips,
                federated_subjects=federated_subjects,
                metadata=metadata,
                expires_at=expires_at,
                if_match=if_match,
            ),
            _update_identity.answer,
        )

    def suspend(
        self,
        id: str,
        *,
        reason: str | Unset = UNSET,
        if_match: str | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> Identity:
        """Suspend an identity.

        Its credentials keep their status, and verify as invalid until it is reactivated.
        """

        return self._transport.call(
            _suspend_identity.request(
                id,
                reason=reason,
                if_match=if_match,
                idempotency_key=idempotency_key,
            ),
            _suspend_identity.answer,
        )

    def reactivate(
        self,
        id: str,
        *,
        reason: str | Unset = UNSET,
        if_match: str | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> Identity:
        """Reactivate a suspended identity."""

        return self._transport.call(
            _reactivate_identity.request(
                id,
                reason=reason,
                if_match=if_match,
                idempotency_key=idempotency_key,
            ),
            _reactivate_identity.answer,
        )

    def revoke(
        self,
        id: str,
        *,
        reason: str | Unset = UNSET,
        if_match: str | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> Identity:
        """Revoke an identity.

        Revokes all its credentials, for good.
        """

        return self._transport.call(
            _revoke_identity.request(
                id,
                reason=reason,
                if_match=if_match,
                idempotency_key=idempotency_key,
            ),
            _revoke_identity.answer,
        )

    def list_credentials(
        self,
        id: str,
        *,
        status: CredentialStatus | str | Unset = UNSET,
        sort: ListIdentityCredentialsSort | Unset = UNSET,
        page: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> IdentityCredentials:
        """List the credentials of an identity.

        Newest first. A credential past its `expiresAt` is `EXPIRED` here at once.
        """

        return self._transport.call(
            _list_identity_credentials.request(
                id,
                status=status,
                sort=sort,
                page=page,
                cursor=cursor,
                limit=limit,
            ),
            _list_identity_credentials.answer,
        )

    def list_credentials_pages(
        self,
        id: str,
        *,
        status: CredentialStatus | str | Unset = UNSET,
        sort: ListIdentityCredentialsSort | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> Iterator[IdentityCredentials]:
        """List the credentials of an identity: every page, as they are asked for.

        Newest first. A credential past its `expiresAt` is `EXPIRED` here at once.
        """

        return _pages.by_page(
            lambda page: self.list_credentials(
                id,
                status=status,
                sort=sort,
                cursor=cursor,
                limit=limit,
                page=page,
            )
        )

    def list_credentials_all(
        self,
        id: str,
        *,
        status: CredentialStatus | str | Unset = UNSET,
        sort: ListIdentityCredentialsSort | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> Iterator[CredentialItem]:
        """List the credentials of an identity: every item of every page.

        Newest first. A credential past its `expiresAt` is `EXPIRED` here at once.
        """

        return _pages.items(
            self.list_credentials_pages(
                id,
                status=status,
                sort=sort,
                cursor=cursor,
                limit=limit,
            )
        )

    def get_activity(
        self,
        id: str,
        *,
        days: int | Unset = UNSET,
    ) -> IdentityUsage:
        """Get the use of an identity.

        The uses of all its credentials, revoked and expired ones too, day by day and address by
        address.
        """

        return self._transport.call(
            _get_identity_activity.request(
                id,
                days=days,
            ),
            _get_identity_activity.answer,
        )

    def list_unused_scopes(
        self,
        id: str,
        *,
        window_days: int | Unset = UNSET,
        page: int | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> UnusedScopeList:
        """List the unused scopes of an identity.

        Lists the used and unused scopes of each active credential of the identity, within the
        window. It also lists the narrowest scopes that cover the use. `observation` says where
        the use is not conclusive yet.
        """

        return self._transport.call(
            _list_unused_scopes.request(
                id,
                window_days=window_days,
                page=page,
                limit=limit,
            ),
            _list_unused_scopes.answer,
        )

    def list_unused_scopes_pages(
        self,
        id: str,
        *,
        window_days: int | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> Iterator[UnusedScopeList]:
        """List the unused scopes of an identity: every page, as they are asked for.

        Lists the used and unused scopes of each active credential of the identity, within the
        window. It also lists the narrowest scopes that cover the use. `observation` says where
        the use is not conclusive yet.
        """

        return _pages.by_page(
            lambda page: self.list_unused_scopes(
                id,
                window_days=window_days,
                limit=limit,
                page=page,
            )
        )

    def list_unused_scopes_all(
        self,
        id: str,
        *,
        window_days: int | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> Iterator[CredentialScopes]:
        """List the unused scopes of an identity: every item of every page.

        Lists the used and unused scopes of each active credential of the identity, within the
        window. It also lists the narrowest scopes that cover the use. `observation` says where
        the use is not conclusive yet.
        """

        return _pages.items(
            self.list_unused_scopes_pages(
                id,
                window_days=window_days,
                limit=limit,
            )
        )

    def right_size(
        self,
        id: str,
        *,
        dry_run: bool | Unset = UNSET,
        window_days: int | Unset = UNSET,
        credential_ids: builtins.list[str] | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> RightSizing:
        """Narrow the credentials of an identity to what they use.

        Gives its active credentials the scopes that `listUnusedScopes` suggests for them, and
        never one more. By itself it only shows what it would do: send `dryRun: false` to do it.
        Credentials whose use tells nothing yet are left, and listed with the reason. Needs
        `credentials.read` as well, because the answer names what it found.
        """

        return self._transport.call(
            _right_size_identity.request(
                id,
                dry_run=dry_run,
                window_days=window_days,
                credential_ids=credential_ids,
                idempotency_key=idempotency_key,
            ),
            _right_size_identity.answer,
        )

    def get_risk(
        self,
        id: str,
    ) -> IdentityRisk:
        """Get the risk score of an identity.

        Computed for this response. `riskScore` of the identity, which verifications return too,
        follows changes of the identity within seconds. It follows mere passing of time within the
        hour.
        """

        return self._transport.call(
            _get_identity_risk.request(
                id,
            ),
            _get_identity_risk.answer,
        )


class AsyncIdentitiesFamily:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        *,
        type_: IdentityType | str | Unset = UNSET,
        status: IdentityStatus | str | Unset = UNSET,
        tag: str | Unset = UNSET,
        owner_user_id: str | Unset = UNSET,
        min_risk: int | Unset = UNSET,
        search: str | Unset = UNSET,
        sort: ListIdentitiesSort | Unset = UNSET,
        page: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> IdentityList:
        """List identities."""

        return await self._transport.call(
            _list_identities.request(
                type_=type_,
                status=status,
                tag=tag,
                owner_user_id=owner_user_id,
                min_risk=min_risk,
                search=search,
                sort=sort,
                page=page,
                cursor=cursor,
                limit=limit,
            ),
            _list_identities.answer,
        )

    def list_pages(
        self,
        *,
        type_: IdentityType | str | Unset = UNSET,
        status: IdentityStatus | str | Unset = UNSET,
        tag: str | Unset = UNSET,
        owner_user_id: str | Unset = UNSET,
        min_risk: int | Unset = UNSET,
        search: str | Unset = UNSET,
        sort: ListIdentitiesSort | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[IdentityList]:
        """List identities: every page, as they are asked for."""

        return _pages.async_by_page(
            lambda page: self.list(
                type_=type_,
                status=status,
                tag=tag,
                owner_user_id=owner_user_id,
                min_risk=min_risk,
                search=search,
                sort=sort,
                cursor=cursor,
                limit=limit,
                page=page,
            )
        )

    def list_all(
        self,
        *,
        type_: IdentityType | str | Unset = UNSET,
        status: IdentityStatus | str | Unset = UNSET,
        tag: str | Unset = UNSET,
        owner_user_id: str | Unset = UNSET,
        min_risk: int | Unset = UNSET,
        search: str | Unset = UNSET,
        sort: ListIdentitiesSort | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[Identity]:
        """List identities: every item of every page."""

        return _pages.async_items(
            self.list_pages(
                type_=type_,
                status=status,
                tag=tag,
                owner_user_id=owner_user_id,
                min_risk=min_risk,
                search=search,
                sort=sort,
                cursor=cursor,
                limit=limit,
            )
        )

    async def create(
        self,
        *,
        name: str,
        type_: IdentityType | str,
        description: None | str | Unset = UNSET,
        owner_user_id: None | str | Unset = UNSET,
        tags: builtins.list[str] | Unset = UNSET,
        allowed_scopes: builtins.list[str] | None | Unset = UNSET,
        allowed_ips: builtins.list[str] | None | Unset = UNSET,
        federated_subjects: builtins.list[FederatedSubject] | Unset = UNSET,
        metadata: Metadata | Unset = UNSET,
        expires_at: datetime.datetime | None | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> Identity:
        """Create an identity."""

        return await self._transport.call(
            _create_identity.request(
                name=name,
                type_=type_,
                description=description,
                owner_user_id=owner_user_id,
                tags=tags,
                allowed_scopes=allowed_scopes,
                allowed_ips=allowed_ips,
                federated_subjects=federated_subjects,
                metadata=metadata,
                expires_at=expires_at,
                idempotency_key=idempotency_key,
            ),
            _create_identity.answer,
        )

    async def get(
        self,
        id: str,
    ) -> Identity:
        """Get an identity."""

        return await self._transport.call(
            _get_identity.request(
                id,
            ),
            _get_identity.answer,
        )

    async def delete(
        self,
        id: str,
        *,
        if_match: str | Unset = UNSET,
    ) -> Deleted:
        """Delete an identity.

        Revokes it and all its credentials first.
        """

        return await self._transport.call(
            _delete_identity.request(
                id,
                if_match=if_match,
            ),
            _delete_identity.answer,
        )

    async def update(
        self,
        id: str,
        *,
        name: str | Unset = UNSET,
        description: None | str | Unset = UNSET,
        owner_user_id: None | str | Unset = UNSET,
        tags: builtins.list[str] | Unset = UNSET,
        allowed_scopes: builtins.list[str] | None | Unset = UNSET,
        allowed_ips: builtins.list[str] | None | Unset = UNSET,
        federated_subjects: builtins.list[FederatedSubject] | Unset = UNSET,
        metadata: Metadata | Unset = UNSET,
        expires_at: datetime.datetime | None | Unset = UNSET,
        if_match: str | Unset = UNSET,
    ) -> Identity:
        """Change an identity."""

        return await self._transport.call(
            _update_identity.request(
                id,
                name=name,
                description=description,
                owner_user_id=owner_user_id,
                tags=tags,
                allowed_scopes=allowed_scopes,
                allowed_ips=allowed_ips,
                federated_subjects=federated_subjects,
                metadata=metadata,
                expires_at=expires_at,
                if_match=if_match,
            ),
            _update_identity.answer,
        )

    async def suspend(
        self,
        id: str,
        *,
        reason: str | Unset = UNSET,
        if_match: str | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> Identity:
        """Suspend an identity.

        Its credentials keep their status, and verify as invalid until it is reactivated.
        """

        return await self._transport.call(
            _suspend_identity.request(
                id,
                reason=reason,
                if_match=if_match,
                idempotency_key=idempotency_key,
            ),
            _suspend_identity.answer,
        )

    async def reactivate(
        self,
        id: str,
        *,
        reason: str | Unset = UNSET,
        if_match: str | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> Identity:
        """Reactivate a suspended identity."""

        return await self._transport.call(
            _reactivate_identity.request(
                id,
                reason=reason,
                if_match=if_match,
                idempotency_key=idempotency_key,
            ),
            _reactivate_identity.answer,
        )

    async def revoke(
        self,
        id: str,
        *,
        reason: str | Unset = UNSET,
        if_match: str | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> Identity:
        """Revoke an identity.

        Revokes all its credentials, for good.
        """

        return await self._transport.call(
            _revoke_identity.request(
                id,
                reason=reason,
                if_match=if_match,
                idempotency_key=idempotency_key,
            ),
            _revoke_identity.answer,
        )

    async def list_credentials(
        self,
        id: str,
        *,
        status: CredentialStatus | str | Unset = UNSET,
        sort: ListIdentityCredentialsSort | Unset = UNSET,
        page: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> IdentityCredentials:
        """List the credentials of an identity.

        Newest first. A credential past its `expiresAt` is `EXPIRED` here at once.
        """

        return await self._transport.call(
            _list_identity_credentials.request(
                id,
                status=status,
                sort=sort,
                page=page,
                cursor=cursor,
                limit=limit,
            ),
            _list_identity_credentials.answer,
        )

    def list_credentials_pages(
        self,
        id: str,
        *,
        status: CredentialStatus | str | Unset = UNSET,
        sort: ListIdentityCredentialsSort | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[IdentityCredentials]:
        """List the credentials of an identity: every page, as they are asked for.

        Newest first. A credential past its `expiresAt` is `EXPIRED` here at once.
        """

        return _pages.async_by_page(
            lambda page: self.list_credentials(
                id,
                status=status,
                sort=sort,
                cursor=cursor,
                limit=limit,
                page=page,
            )
        )

    def list_credentials_all(
        self,
        id: str,
        *,
        status: CredentialStatus | str | Unset = UNSET,
        sort: ListIdentityCredentialsSort | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[CredentialItem]:
        """List the credentials of an identity: every item of every page.

        Newest first. A credential past its `expiresAt` is `EXPIRED` here at once.
        """

        return _pages.async_items(
            self.list_credentials_pages(
                id,
                status=status,
                sort=sort,
                cursor=cursor,
                limit=limit,
            )
        )

    async def get_activity(
        self,
        id: str,
        *,
        days: int | Unset = UNSET,
    ) -> IdentityUsage:
        """Get the use of an identity.

        The uses of all its credentials, revoked and expired ones too, day by day and address by
        address.
        """

        return await self._transport.call(
            _get_identity_activity.request(
                id,
                days=days,
            ),
            _get_identity_activity.answer,
        )

    async def list_unused_scopes(
        self,
        id: str,
        *,
        window_days: int | Unset = UNSET,
        page: int | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> UnusedScopeList:
        """List the unused scopes of an identity.

        Lists the used and unused scopes of each active credential of the identity, within the
        window. It also lists the narrowest scopes that cover the use. `observation` says where
        the use is not conclusive yet.
        """

        return await self._transport.call(
            _list_unused_scopes.request(
                id,
                window_days=window_days,
                page=page,
                limit=limit,
            ),
            _list_unused_scopes.answer,
        )

    def list_unused_scopes_pages(
        self,
        id: str,
        *,
        window_days: int | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[UnusedScopeList]:
        """List the unused scopes of an identity: every page, as they are asked for.

        Lists the used and unused scopes of each active credential of the identity, within the
        window. It also lists the narrowest scopes that cover the use. `observation` says where
        the use is not conclusive yet.
        """

        return _pages.async_by_page(
            lambda page: self.list_unused_scopes(
                id,
                window_days=window_days,
                limit=limit,
                page=page,
            )
        )

    def list_unused_scopes_all(
        self,
        id: str,
        *,
        window_days: int | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[CredentialScopes]:
        """List the unused scopes of an identity: every item of every page.

        Lists the used and unused scopes of each active credential of the identity, within the
        window. It also lists the narrowest scopes that cover the use. `observation` says where
        the use is not conclusive yet.
        """

        return _pages.async_items(
            self.list_unused_scopes_pages(
                id,
                window_days=window_days,
                limit=limit,
            )
        )

    async def right_size(
        self,
        id: str,
        *,
        dry_run: bool | Unset = UNSET,
        window_days: int | Unset = UNSET,
        credential_ids: builtins.list[str] | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> RightSizing:
        """Narrow the credentials of an identity to what they use.

        Gives its active credentials the scopes that `listUnusedScopes` suggests for them, and
        never one more. By itself it only shows what it would do: send `dryRun: false` to do it.
        Credentials whose use tells nothing yet are left, and listed with the reason. Needs
        `credentials.read` as well, because the answer names what it found.
        """

        return await self._transport.call(
            _right_size_identity.request(
                id,
                dry_run=dry_run,
                window_days=window_days,
                credential_ids=credential_ids,
                idempotency_key=idempotency_key,
            ),
            _right_size_identity.answer,
        )

    async def get_risk(
        self,
        id: str,
    ) -> IdentityRisk:
        """Get the risk score of an identity.

        Computed for this response. `riskScore` of the identity, which verifications return too,
        follows changes of the identity within seconds. It follows mere passing of time within the
        hour.
        """

        return await self._transport.call(
            _get_identity_risk.request(
                id,
            ),
            _get_identity_risk.answer,
        )
