import builtins
from collections.abc import AsyncIterator, Iterator

from keyward_client import _pages
from keyward_client._transport import AsyncTransport, Transport

from ...models.account_linking import AccountLinking
from ...models.deleted import Deleted
from ...models.social_provider import SocialProvider
from ...models.social_provider_kind import SocialProviderKind
from ...models.social_provider_list import SocialProviderList
from ...types import UNSET, Unset
from . import create_social_provider as _create_social_provider
from . import delete_social_provider as _delete_social_provider
from . import list_social_providers as _list_social_providers
from . import update_social_provider as _update_social_provider


class SocialProvidersFamily:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        page: int | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> SocialProviderList:
        """List the providers that people may sign in with.

        Newest first.
        """

        return self._transport.call(
            _list_social_providers.request(
                page=page,
                limit=limit,
            ),
            _list_social_providers.answer,
        )

    def list_pages(
        self,
        *,
        limit: int | Unset = UNSET,
    ) -> Iterator[SocialProviderList]:
        """List the providers that people may sign in with: every page, as they are asked for.

        Newest first.
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
    ) -> Iterator[SocialProvider]:
        """List the providers that people may sign in with: every item of every page.

        Newest first.
        """

        return _pages.items(
            self.list_pages(
                limit=limit,
            )
        )

    def create(
        self,
        *,
        provider: SocialProviderKind | str,
        name: str,
        client_id: str,
        client_secret: str | Unset = UNSET,
        issuer: str | Unset = UNSET,
        scopes: builtins.list[str] | Unset = UNSET,
        enabled: bool | Unset = UNSET,
        allow_sign_up: bool | Unset = UNSET,
        account_linking: AccountLinking | str | Unset = UNSET,
        allowed_domains: builtins.list[str] | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> SocialProvider:
        """Let people sign in with a provider.

        Register `callbackUrl` of the answer with the provider. From then on the sign-in page has
        a button for it, unless `enabled` is false. An account of the provider is known by its
        subject there and never by its email address.
        """

        return self._transport.call(
            _create_social_provider.request(
                provider=provider,
                name=name,
                client_id=client_id,
                client_secret=client_secret,
                issuer=issuer,
                scopes=scopes,
                enabled=enabled,
                allow_sign_up=allow_sign_up,
                account_linking=account_linking,
                allowed_domains=allowed_domains,
                idempotency_key=idempotency_key,
            ),
            _create_social_provider.answer,
        )

    def delete(
        self,
        provider_id: str,
        *,
        if_match: str | Unset = UNSET,
    ) -> Deleted:
        """Delete a provider.

        Users cannot sign in with the provider any more. The connections between users and their
        accounts at the provider are deleted. The users and their sessions stay.
        """

        return self._transport.call(
            _delete_social_provider.request(
                provider_id,
                if_match=if_match,
            ),
            _delete_social_provider.answer,
        )

    def update(
        self,
        provider_id: str,
        *,
        name: str | Unset = UNSET,
        client_id: str | Unset = UNSET,
        client_secret: str | Unset = UNSET,
        scopes: builtins.list[str] | Unset = UNSET,
        enabled: bool | Unset = UNSET,
        allow_sign_up: bool | Unset = UNSET,
        account_linking: AccountLinking | str | Unset = UNSET,
        allowed_domains: builtins.list[str] | Unset = UNSET,
        if_match: str | Unset = UNSET,
    ) -> SocialProvider:
        """Change a provider.

        Fields that are left out keep their values. `provider` and `issuer` stay what they are:
        subjects of another issuer would be other people.
        """

        return self._transport.call(
            _update_social_provider.request(
                provider_id,
                name=name,
                client_id=client_id,
                client_secret=client_secret,
                scopes=scopes,
                enabled=enabled,
                allow_sign_up=allow_sign_up,
                account_linking=account_linking,
                allowed_domains=allowed_domains,
                if_match=if_match,
            ),
            _update_social_provider.answer,
        )


class AsyncSocialProvidersFamily:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        *,
        page: int | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> SocialProviderList:
        """List the providers that people may sign in with.

        Newest first.
        """

        return await self._transport.call(
            _list_social_providers.request(
                page=page,
                limit=limit,
            ),
            _list_social_providers.answer,
        )

    def list_pages(
        self,
        *,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[SocialProviderList]:
        """List the providers that people may sign in with: every page, as they are asked for.

        Newest first.
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
    ) -> AsyncIterator[SocialProvider]:
        """List the providers that people may sign in with: every item of every page.

        Newest first.
        """

        return _pages.async_items(
            self.list_pages(
                limit=limit,
            )
        )

    async def create(
        self,
        *,
        provider: SocialProviderKind | str,
        name: str,
        client_id: str,
        client_secret: str | Unset = UNSET,
        issuer: str | Unset = UNSET,
        scopes: builtins.list[str] | Unset = UNSET,
        enabled: bool | Unset = UNSET,
        allow_sign_up: bool | Unset = UNSET,
        account_linking: AccountLinking | str | Unset = UNSET,
        allowed_domains: builtins.list[str] | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> SocialProvider:
        """Let people sign in with a provider.

        Register `callbackUrl` of the answer with the provider. From then on the sign-in page has
        a button for it, unless `enabled` is false. An account of the provider is known by its
        subject there and never by its email address.
        """

        return await self._transport.call(
            _create_social_provider.request(
                provider=provider,
                name=name,
                client_id=client_id,
                client_secret=client_secret,
                issuer=issuer,
                scopes=scopes,
                enabled=enabled,
                allow_sign_up=allow_sign_up,
                account_linking=account_linking,
                allowed_domains=allowed_domains,
                idempotency_key=idempotency_key,
            ),
            _create_social_provider.answer,
        )

    async def delete(
        self,
        provider_id: str,
        *,
        if_match: str | Unset = UNSET,
    ) -> Deleted:
        """Delete a provider.

        Users cannot sign in with the provider any more. The connections between users and their
        accounts at the provider are deleted. The users and their sessions stay.
        """

        return await self._transport.call(
            _delete_social_provider.request(
                provider_id,
                if_match=if_match,
            ),
            _delete_social_provider.answer,
        )

    async def update(
        self,
        provider_id: str,
        *,
        name: str | Unset = UNSET,
        client_id: str | Unset = UNSET,
        client_secret: str | Unset = UNSET,
        scopes: builtins.list[str] | Unset = UNSET,
        enabled: bool | Unset = UNSET,
        allow_sign_up: bool | Unset = UNSET,
        account_linking: AccountLinking | str | Unset = UNSET,
        allowed_domains: builtins.list[str] | Unset = UNSET,
        if_match: str | Unset = UNSET,
    ) -> SocialProvider:
        """Change a provider.

        Fields that are left out keep their values. `provider` and `issuer` stay what they are:
        subjects of another issuer would be other people.
        """

        return await self._transport.call(
            _update_social_provider.request(
                provider_id,
                name=name,
                client_id=client_id,
                client_secret=client_secret,
                scopes=scopes,
                enabled=enabled,
                allow_sign_up=allow_sign_up,
                account_linking=account_linking,
                allowed_domains=allowed_domains,
                if_match=if_match,
            ),
            _update_social_provider.answer,
        )
