import builtins
from collections.abc import AsyncIterator, Iterator

from keyward_client import _pages
from keyward_client._transport import AsyncTransport, Transport

from ...models.claim_mapping import ClaimMapping
from ...models.deleted import Deleted
from ...models.oidc_scope import OidcScope
from ...models.oidc_scope_list import OidcScopeList
from ...types import UNSET, Unset
from . import create_oidc_scope as _create_oidc_scope
from . import delete_oidc_scope as _delete_oidc_scope
from . import get_oidc_scope as _get_oidc_scope
from . import list_oidc_scopes as _list_oidc_scopes
from . import update_oidc_scope as _update_oidc_scope


class OidcScopesFamily:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        page: int | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> OidcScopeList:
        """List custom scopes.

        By their names. The standard ones, such as `openid`, are not among them.
        """

        return self._transport.call(
            _list_oidc_scopes.request(
                page=page,
                limit=limit,
            ),
            _list_oidc_scopes.answer,
        )

    def list_pages(
        self,
        *,
        limit: int | Unset = UNSET,
    ) -> Iterator[OidcScopeList]:
        """List custom scopes: every page, as they are asked for.

        By their names. The standard ones, such as `openid`, are not among them.
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
    ) -> Iterator[OidcScope]:
        """List custom scopes: every item of every page.

        By their names. The standard ones, such as `openid`, are not among them.
        """

        return _pages.items(
            self.list_pages(
                limit=limit,
            )
        )

    def create(
        self,
        *,
        name: str,
        display_name: str | Unset = UNSET,
        description: None | str | Unset = UNSET,
        claims: builtins.list[ClaimMapping] | Unset = UNSET,
        is_default: bool | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> OidcScope:
        """Create a custom scope.

        Clients may request the scope once it is in their `scopes`. Mapped claims show the values
        of their sources to every client with the scope. Therefore the key must hold the scopes
        that read the sources: `directory.read`, and for `groups` also `groups.read` (403
        `SCOPE_NOT_GRANTABLE`).
        """

        return self._transport.call(
            _create_oidc_scope.request(
                name=name,
                display_name=display_name,
                description=description,
                claims=claims,
                is_default=is_default,
                idempotency_key=idempotency_key,
            ),
            _create_oidc_scope.answer,
        )

    def get(
        self,
        scope_id: str,
    ) -> OidcScope:
        """Get a custom scope."""

        return self._transport.call(
            _get_oidc_scope.request(
                scope_id,
            ),
            _get_oidc_scope.answer,
        )

    def delete(
        self,
        scope_id: str,
        *,
        if_match: str | Unset = UNSET,
    ) -> Deleted:
        """Delete a custom scope.

        One that a client has answers 409 `SCOPE_IN_USE`, and `details.clients` names some.
        """

        return self._transport.call(
            _delete_oidc_scope.request(
                scope_id,
                if_match=if_match,
            ),
            _delete_oidc_scope.answer,
        )

    def update(
        self,
        scope_id: str,
        *,
        display_name: str | Unset = UNSET,
        description: None | str | Unset = UNSET,
        claims: builtins.list[ClaimMapping] | Unset = UNSET,
        is_default: bool | Unset = UNSET,
        if_match: str | Unset = UNSET,
    ) -> OidcScope:
        """Change a custom scope.

        Fields that are left out keep their values; `claims` is replaced as a whole. Its name
        stays what it is. A change of `claims` needs a key that holds what reads them, as creating
        does (403 `SCOPE_NOT_GRANTABLE`).
        """

        return self._transport.call(
            _update_oidc_scope.request(
                scope_id,
                display_name=display_name,
                description=description,
                claims=claims,
                is_default=is_default,
                if_match=if_match,
            ),
            _update_oidc_scope.answer,
        )


class AsyncOidcScopesFamily:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        *,
        page: int | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> OidcScopeList:
        """List custom scopes.

        By their names. The standard ones, such as `openid`, are not among them.
        """

        return await self._transport.call(
            _list_oidc_scopes.request(
                page=page,
                limit=limit,
            ),
            _list_oidc_scopes.answer,
        )

    def list_pages(
        self,
        *,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[OidcScopeList]:
        """List custom scopes: every page, as they are asked for.

        By their names. The standard ones, such as `openid`, are not among them.
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
    ) -> AsyncIterator[OidcScope]:
        """List custom scopes: every item of every page.

        By their names. The standard ones, such as `openid`, are not among them.
        """

        return _pages.async_items(
            self.list_pages(
                limit=limit,
            )
        )

    async def create(
        self,
        *,
        name: str,
        display_name: str | Unset = UNSET,
        description: None | str | Unset = UNSET,
        claims: builtins.list[ClaimMapping] | Unset = UNSET,
        is_default: bool | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> OidcScope:
        """Create a custom scope.

        Clients may request the scope once it is in their `scopes`. Mapped claims show the values
        of their sources to every client with the scope. Therefore the key must hold the scopes
        that read the sources: `directory.read`, and for `groups` also `groups.read` (403
        `SCOPE_NOT_GRANTABLE`).
        """

        return await self._transport.call(
            _create_oidc_scope.request(
                name=name,
                display_name=display_name,
                description=description,
                claims=claims,
                is_default=is_default,
                idempotency_key=idempotency_key,
            ),
            _create_oidc_scope.answer,
        )

    async def get(
        self,
        scope_id: str,
    ) -> OidcScope:
        """Get a custom scope."""

        return await self._transport.call(
            _get_oidc_scope.request(
                scope_id,
            ),
            _get_oidc_scope.answer,
        )

    async def delete(
        self,
        scope_id: str,
        *,
        if_match: str | Unset = UNSET,
    ) -> Deleted:
        """Delete a custom scope.

        One that a client has answers 409 `SCOPE_IN_USE`, and `details.clients` names some.
        """

        return await self._transport.call(
            _delete_oidc_scope.request(
                scope_id,
                if_match=if_match,
            ),
            _delete_oidc_scope.answer,
        )

    async def update(
        self,
        scope_id: str,
        *,
        display_name: str | Unset = UNSET,
        description: None | str | Unset = UNSET,
        claims: builtins.list[ClaimMapping] | Unset = UNSET,
        is_default: bool | Unset = UNSET,
        if_match: str | Unset = UNSET,
    ) -> OidcScope:
        """Change a custom scope.

        Fields that are left out keep their values; `claims` is replaced as a whole. Its name
        stays what it is. A change of `claims` needs a key that holds what reads them, as creating
        does (403 `SCOPE_NOT_GRANTABLE`).
        """

        return await self._transport.call(
            _update_oidc_scope.request(
                scope_id,
                display_name=display_name,
                description=description,
                claims=claims,
                is_default=is_default,
                if_match=if_match,
            ),
            _update_oidc_scope.answer,
        )
