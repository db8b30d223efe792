import builtins
import datetime
from collections.abc import AsyncIterator, Iterator

from keyward import _pages
from keyward._transport import AsyncTransport, Transport

from ...models.deleted import Deleted
from ...models.federated_subject import FederatedSubject
from ...models.identity import Identity
from ...models.identity_list import IdentityList
from ...models.identity_status import IdentityStatus
from ...models.identity_type import IdentityType
from ...models.list_identities_sort import ListIdentitiesSort
from ...models.metadata import Metadata
from ...types import UNSET, Unset
from . import create_identity as _create_identity
from . import delete_identity as _delete_identity
from . import get_identity as _get_identity
from . import list_identities as _list_identities
from . import reactivate_identity as _reactivate_identity
from . import revoke_identity as _revoke_identity
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
