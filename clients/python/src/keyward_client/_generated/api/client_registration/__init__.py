import builtins
import datetime
from collections.abc import AsyncIterator, Iterator

from keyward_client import _pages
from keyward_client._transport import AsyncTransport, Transport

from ...models.client_registration import ClientRegistration
from ...models.client_registration_mode import ClientRegistrationMode
from ...models.deleted import Deleted
from ...models.initial_access_token_core import InitialAccessTokenCore
from ...models.initial_access_token_list import InitialAccessTokenList
from ...models.initial_access_token_status import InitialAccessTokenStatus
from ...models.initial_access_token_with_secret import InitialAccessTokenWithSecret
from ...models.registered_application_type import RegisteredApplicationType
from ...models.registered_auth_method import RegisteredAuthMethod
from ...types import UNSET, Unset
from . import create_initial_access_token as _create_initial_access_token
from . import get_client_registration as _get_client_registration
from . import get_initial_access_token as _get_initial_access_token
from . import list_initial_access_tokens as _list_initial_access_tokens
from . import revoke_initial_access_token as _revoke_initial_access_token
from . import update_client_registration as _update_client_registration


class ClientRegistrationFamily:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def get(
        self,
    ) -> ClientRegistration:
        """Get the setting for clients that register themselves."""

        return self._transport.call(
            _get_client_registration.request(),
            _get_client_registration.answer,
        )

    def update(
        self,
        *,
        mode: ClientRegistrationMode | str | Unset = UNSET,
        loopback_redirects: bool | Unset = UNSET,
        allowed_redirect_hosts: builtins.list[str] | None | Unset = UNSET,
        if_match: str | Unset = UNSET,
    ) -> ClientRegistration:
        """Change who may register clients.

        The change holds for each registration that comes after it. `OFF` keeps the clients that
        are registered: they go on, and can be removed. The metadata of the provider has
        `registration_endpoint` unless `mode` is `OFF`.
        """

        return self._transport.call(
            _update_client_registration.request(
                mode=mode,
                loopback_redirects=loopback_redirects,
                allowed_redirect_hosts=allowed_redirect_hosts,
                if_match=if_match,
            ),
            _update_client_registration.answer,
        )

    def list_initial_access_tokens(
        self,
        *,
        status: InitialAccessTokenStatus | str | Unset = UNSET,
        page: int | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> InitialAccessTokenList:
        """List initial access tokens.

        Newest first, those that expired, were used up or were revoked among them.
        """

        return self._transport.call(
            _list_initial_access_tokens.request(
                status=status,
                page=page,
                limit=limit,
            ),
            _list_initial_access_tokens.answer,
        )

    def list_initial_access_tokens_pages(
        self,
        *,
        status: InitialAccessTokenStatus | str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> Iterator[InitialAccessTokenList]:
        """List initial access tokens: every page, as they are asked for.

        Newest first, those that expired, were used up or were revoked among them.
        """

        return _pages.by_page(
            lambda page: self.list_initial_access_tokens(
                status=status,
                limit=limit,
                page=page,
            )
        )

    def list_initial_access_tokens_all(
        self,
        *,
        status: InitialAccessTokenStatus | str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> Iterator[InitialAccessTokenCore]:
        """List initial access tokens: every item of every page.

        Newest first, those that expired, were used up or were revoked among them.
        """

        return _pages.items(
            self.list_initial_access_tokens_pages(
                status=status,
                limit=limit,
            )
        )

    def create_initial_access_token(
        self,
        *,
        name: str,
        max_uses: int | Unset = UNSET,
        application_types: builtins.list[RegisteredApplicationType | str] | Unset = UNSET,
        auth_methods: builtins.list[RegisteredAuthMethod | str] | Unset = UNSET,
        redirect_hosts: builtins.list[str] | None | Unset = UNSET,
        scopes: builtins.list[str] | None | Unset = UNSET,
        access_token_ttl: int | Unset = UNSET,
        refresh_token_ttl: int | Unset = UNSET,
        expires_at: datetime.datetime | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
        x_wrap_ttl: int | Unset = UNSET,
    ) -> InitialAccessTokenWithSecret:
        """Create an initial access token.

        A program registers clients with the token (RFC 7591 section 3), at most `maxUses` of
        them. The other fields say what such a client may be. Clients that were registered go on
        when the token ends, so a key with bounds cannot create one.
        """

        return self._transport.call(
            _create_initial_access_token.request(
                name=name,
                max_uses=max_uses,
                application_types=application_types,
                auth_methods=auth_methods,
                redirect_hosts=redirect_hosts,
                scopes=scopes,
                access_token_ttl=access_token_ttl,
                refresh_token_ttl=refresh_token_ttl,
                expires_at=expires_at,
                idempotency_key=idempotency_key,
                x_wrap_ttl=x_wrap_ttl,
            ),
            _create_initial_access_token.answer,
        )

    def get_initial_access_token(
        self,
        token_id: str,
    ) -> InitialAccessTokenCore:
        """Get an initial access token."""

        return self._transport.call(
            _get_initial_access_token.request(
                token_id,
            ),
            _get_initial_access_token.answer,
        )

    def revoke_initial_access_token(
        self,
        token_id: str,
    ) -> Deleted:
        """Revoke an initial access token.

        It stops at once and for good, and stays in the list as `REVOKED`. Clients that were
        registered with it go on.
        """

        return self._transport.call(
            _revoke_initial_access_token.request(
                token_id,
            ),
            _revoke_initial_access_token.answer,
        )


class AsyncClientRegistrationFamily:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def get(
        self,
    ) -> ClientRegistration:
        """Get the setting for clients that register themselves."""

        return await self._transport.call(
            _get_client_registration.request(),
            _get_client_registration.answer,
        )

    async def update(
        self,
        *,
        mode: ClientRegistrationMode | str | Unset = UNSET,
        loopback_redirects: bool | Unset = UNSET,
        allowed_redirect_hosts: builtins.list[str] | None | Unset = UNSET,
        if_match: str | Unset = UNSET,
    ) -> ClientRegistration:
        """Change who may register clients.

        The change holds for each registration that comes after it. `OFF` keeps the clients that
        are registered: they go on, and can be removed. The metadata of the provider has
        `registration_endpoint` unless `mode` is `OFF`.
        """

        return await self._transport.call(
            _update_client_registration.request(
                mode=mode,
                loopback_redirects=loopback_redirects,
                allowed_redirect_hosts=allowed_redirect_hosts,
                if_match=if_match,
            ),
            _update_client_registration.answer,
        )

    async def list_initial_access_tokens(
        self,
        *,
        status: InitialAccessTokenStatus | str | Unset = UNSET,
        page: int | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> InitialAccessTokenList:
        """List initial access tokens.

        Newest first, those that expired, were used up or were revoked among them.
        """

        return await self._transport.call(
            _list_initial_access_tokens.request(
                status=status,
                page=page,
                limit=limit,
            ),
            _list_initial_access_tokens.answer,
        )

    def list_initial_access_tokens_pages(
        self,
        *,
        status: InitialAccessTokenStatus | str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[InitialAccessTokenList]:
        """List initial access tokens: every page, as they are asked for.

        Newest first, those that expired, were used up or were revoked among them.
        """

        return _pages.async_by_page(
            lambda page: self.list_initial_access_tokens(
                status=status,
                limit=limit,
                page=page,
            )
        )

    def list_initial_access_tokens_all(
        self,
        *,
        status: InitialAccessTokenStatus | str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[InitialAccessTokenCore]:
        """List initial access tokens: every item of every page.

        Newest first, those that expired, were used up or were revoked among them.
        """

        return _pages.async_items(
            self.list_initial_access_tokens_pages(
                status=status,
                limit=limit,
            )
        )

    async def create_initial_access_token(
        self,
        *,
        name: str,
        max_uses: int | Unset = UNSET,
        application_types: builtins.list[RegisteredApplicationType | str] | Unset = UNSET,
        auth_methods: builtins.list[RegisteredAuthMethod | str] | Unset = UNSET,
        redirect_hosts: builtins.list[str] | None | Unset = UNSET,
        scopes: builtins.list[str] | None | Unset = UNSET,
        access_token_ttl: int | Unset = UNSET,
        refresh_token_ttl: int | Unset = UNSET,
        expires_at: datetime.datetime | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
        x_wrap_ttl: int | Unset = UNSET,
    ) -> InitialAccessTokenWithSecret:
        """Create an initial access token.

        A program registers clients with the token (RFC 7591 section 3), at most `maxUses` of
        them. The other fields say what such a client may be. Clients that were registered go on
        when the token ends, so a key with bounds cannot create one.
        """

        return await self._transport.call(
            _create_initial_access_token.request(
                name=name,
                max_uses=max_uses,
                application_types=application_types,
                auth_methods=auth_methods,
                redirect_hosts=redirect_hosts,
                scopes=scopes,
                access_token_ttl=access_token_ttl,
                refresh_token_ttl=refresh_token_ttl,
                expires_at=expires_at,
                idempotency_key=idempotency_key,
                x_wrap_ttl=x_wrap_ttl,
            ),
            _create_initial_access_token.answer,
        )

    async def get_initial_access_token(
        self,
        token_id: str,
    ) -> InitialAccessTokenCore:
        """Get an initial access token."""

        return await self._transport.call(
            _get_initial_access_token.request(
                token_id,
            ),
            _get_initial_access_token.answer,
        )

    async def revoke_initial_access_token(
        self,
        token_id: str,
    ) -> Deleted:
        """Revoke an initial access token.

        It stops at once and for good, and stays in the list as `REVOKED`. Clients that were
        registered with it go on.
        """

        return await self._transport.call(
            _revoke_initial_access_token.request(
                token_id,
            ),
            _revoke_initial_access_token.answer,
        )
