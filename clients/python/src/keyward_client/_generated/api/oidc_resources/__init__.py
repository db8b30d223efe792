import builtins
from collections.abc import AsyncIterator, Iterator

from keyward_client import _pages
from keyward_client._transport import AsyncTransport, Transport

from ...models.deleted import Deleted
from ...models.oidc_access_token_format import OidcAccessTokenFormat
from ...models.oidc_resource import OidcResource
from ...models.oidc_resource_list import OidcResourceList
from ...models.resource_scope import ResourceScope
from ...types import UNSET, Unset
from . import create_oidc_resource as _create_oidc_resource
from . import delete_oidc_resource as _delete_oidc_resource
from . import get_oidc_resource as _get_oidc_resource
from . import list_oidc_resources as _list_oidc_resources
from . import update_oidc_resource as _update_oidc_resource


class OidcResourcesFamily:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        page: int | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> OidcResourceList:
        """List resources.

        By their identifiers.
        """

        return self._transport.call(
            _list_oidc_resources.request(
                page=page,
                limit=limit,
            ),
            _list_oidc_resources.answer,
        )

    def list_pages(
        self,
        *,
        limit: int | Unset = UNSET,
    ) -> Iterator[OidcResourceList]:
        """List resources: every page, as they are asked for.

        By their identifiers.
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
    ) -> Iterator[OidcResource]:
        """List resources: every item of every page.

        By their identifiers.
        """

        return _pages.items(
            self.list_pages(
                limit=limit,
            )
        )

    def create(
        self,
        *,
        identifier: str,
        name: str,
        description: None | str | Unset = UNSET,
        scopes: builtins.list[ResourceScope] | Unset = UNSET,
        access_token_ttl: int | Unset = UNSET,
        access_token_format: OidcAccessTokenFormat | str | Unset = UNSET,
        clients: builtins.list[str] | None | Unset = UNSET,
        agents: bool | Unset = UNSET,
        served_by: builtins.list[str] | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> OidcResource:
        """Create a resource.

        A resource is an API that clients ask tokens for (RFC 8707). From then on its settings
        hold for each token with this audience, also for clients that list the identifier in their
        own `resources`. A resource whose identifier differs only by a slash at the end is the
        same one (409 `OIDC_RESOURCE_EXISTS`).
        """

        return self._transport.call(
            _create_oidc_resource.request(
                identifier=identifier,
                name=name,
                description=description,
                scopes=scopes,
                access_token_ttl=access_token_ttl,
                access_token_format=access_token_format,
                clients=clients,
                agents=agents,
                served_by=served_by,
                idempotency_key=idempotency_key,
            ),
            _create_oidc_resource.answer,
        )

    def get(
        self,
        resource_id: str,
    ) -> OidcResource:
        """Get a resource."""

        return self._transport.call(
            _get_oidc_resource.request(
                resource_id,
            ),
            _get_oidc_resource.answer,
        )

    def delete(
        self,
        resource_id: str,
        *,
        if_match: str | Unset = UNSET,
    ) -> Deleted:
        """Delete a resource.

        Clients get no more tokens for it, also not by refresh. Clients that list the identifier
        in their own `resources` get tokens with their own scopes, lifetime and format from then
        on. Signed tokens stay valid until they expire.
        """

        return self._transport.call(
            _delete_oidc_resource.request(
                resource_id,
                if_match=if_match,
            ),
            _delete_oidc_resource.answer,
        )

    def update(
        self,
        resource_id: str,
        *,
        name: str | Unset = UNSET,
        description: None | str | Unset = UNSET,
        scopes: builtins.list[ResourceScope] | Unset = UNSET,
        access_token_ttl: int | Unset = UNSET,
        access_token_format: OidcAccessTokenFormat | str | Unset = UNSET,
        clients: builtins.list[str] | None | Unset = UNSET,
        agents: bool | Unset = UNSET,
        served_by: builtins.list[str] | Unset = UNSET,
        if_match: str | Unset = UNSET,
    ) -> OidcResource:
        """Change a resource.

        Fields that are left out keep their values; lists are replaced as a whole. The identifier
        cannot change. A scope or a client that is taken out is missing from the next token of
        each refresh.
        """

        return self._transport.call(
            _update_oidc_resource.request(
                resource_id,
                name=name,
                description=description,
                scopes=scopes,
                access_token_ttl=access_token_ttl,
                access_token_format=access_token_format,
                clients=clients,
                agents=agents,
                served_by=served_by,
                if_match=if_match,
            ),
            _update_oidc_resource.answer,
        )


class AsyncOidcResourcesFamily:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        *,
        page: int | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> OidcResourceList:
        """List resources.

        By their identifiers.
        """

        return await self._transport.call(
            _list_oidc_resources.request(
                page=page,
                limit=limit,
            ),
            _list_oidc_resources.answer,
        )

    def list_pages(
        self,
        *,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[OidcResourceList]:
        """List resources: every page, as they are asked for.

        By their identifiers.
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
    ) -> AsyncIterator[OidcResource]:
        """List resources: every item of every page.

        By their identifiers.
        """

        return _pages.async_items(
            self.list_pages(
                limit=limit,
            )
        )

    async def create(
        self,
        *,
        identifier: str,
        name: str,
        description: None | str | Unset = UNSET,
        scopes: builtins.list[ResourceScope] | Unset = UNSET,
        access_token_ttl: int | Unset = UNSET,
        access_token_format: OidcAccessTokenFormat | str | Unset = UNSET,
        clients: builtins.list[str] | None | Unset = UNSET,
        agents: bool | Unset = UNSET,
        served_by: builtins.list[str] | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> OidcResource:
        """Create a resource.

        A resource is an API that clients ask tokens for (RFC 8707). From then on its settings
        hold for each token with this audience, also for clients that list the identifier in their
        own `resources`. A resource whose identifier differs only by a slash at the end is the
        same one (409 `OIDC_RESOURCE_EXISTS`).
        """

        return await self._transport.call(
            _create_oidc_resource.request(
                identifier=identifier,
                name=name,
                description=description,
                scopes=scopes,
                access_token_ttl=access_token_ttl,
                access_token_format=access_token_format,
                clients=clients,
                agents=agents,
                served_by=served_by,
                idempotency_key=idempotency_key,
            ),
            _create_oidc_resource.answer,
        )

    async def get(
        self,
        resource_id: str,
    ) -> OidcResource:
        """Get a resource."""

        return await self._transport.call(
            _get_oidc_resource.request(
                resource_id,
            ),
            _get_oidc_resource.answer,
        )

    async def delete(
        self,
        resource_id: str,
        *,
        if_match: str | Unset = UNSET,
    ) -> Deleted:
        """Delete a resource.

        Clients get no more tokens for it, also not by refresh. Clients that list the identifier
        in their own `resources` get tokens with their own scopes, lifetime and format from then
        on. Signed tokens stay valid until they expire.
        """

        return await self._transport.call(
            _delete_oidc_resource.request(
                resource_id,
                if_match=if_match,
            ),
            _delete_oidc_resource.answer,
        )

    async def update(
        self,
        resource_id: str,
        *,
        name: str | Unset = UNSET,
        description: None | str | Unset = UNSET,
        scopes: builtins.list[ResourceScope] | Unset = UNSET,
        access_token_ttl: int | Unset = UNSET,
        access_token_format: OidcAccessTokenFormat | str | Unset = UNSET,
        clients: builtins.list[str] | None | Unset = UNSET,
        agents: bool | Unset = UNSET,
        served_by: builtins.list[str] | Unset = UNSET,
        if_match: str | Unset = UNSET,
    ) -> OidcResource:
        """Change a resource.

        Fields that are left out keep their values; lists are replaced as a whole. The identifier
        cannot change. A scope or a client that is taken out is missing from the next token of
        each refresh.
        """

        return await self._transport.call(
            _update_oidc_resource.request(
                resource_id,
                name=name,
                description=description,
                scopes=scopes,
                access_token_ttl=access_token_ttl,
                access_token_format=access_token_format,
                clients=clients,
                agents=agents,
                served_by=served_by,
                if_match=if_match,
            ),
            _update_oidc_resource.answer,
        )
