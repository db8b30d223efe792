import builtins
import datetime
from collections.abc import AsyncIterator, Iterator

from keyward_client import _pages
from keyward_client._transport import AsyncTransport, Transport

from ...models.clean_up import CleanUp
from ...models.clean_up_action import CleanUpAction
from ...models.credential import Credential
from ...models.credential_input_type import CredentialInputType
from ...models.credential_item import CredentialItem
from ...models.credential_list import CredentialList
from ...models.credential_status import CredentialStatus
from ...models.credential_usage import CredentialUsage
from ...models.credential_with_secret import CredentialWithSecret
from ...models.deleted import Deleted
from ...models.identity_type import IdentityType
from ...models.jit_credential_with_secret import JitCredentialWithSecret
from ...models.list_credentials_sort import ListCredentialsSort
from ...models.metadata import Metadata
from ...models.revoked_own_credential import RevokedOwnCredential
from ...models.rotated_credential import RotatedCredential
from ...models.unwrapped_secret import UnwrappedSecret
from ...models.verification import Verification
from ...models.verification_request_context import VerificationRequestContext
from ...types import UNSET, Unset
from . import clean_up_credentials as _clean_up_credentials
from . import create_credential as _create_credential
from . import create_jit_credential as _create_jit_credential
from . import delete_credential as _delete_credential
from . import exchange_token as _exchange_token
from . import get_credential as _get_credential
from . import get_credential_usage as _get_credential_usage
from . import list_credentials as _list_credentials
from . import reactivate_credential as _reactivate_credential
from . import revoke_credential as _revoke_credential
from . import revoke_own_credential as _revoke_own_credential
from . import rotate_credential as _rotate_credential
from . import stream_credential_changes as _stream_credential_changes
from . import suspend_credential as _suspend_credential
from . import unwrap_credential as _unwrap_credential
from . import update_credential as _update_credential
from . import verify_credential as _verify_credential


class CredentialsFamily:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        status: CredentialStatus | str | Unset = UNSET,
        expiring: bool | Unset = UNSET,
        live: bool | Unset = UNSET,
        identity_id: str | Unset = UNSET,
        type_: str | Unset = UNSET,
        search: str | Unset = UNSET,
        unused_for_days: int | Unset = UNSET,
        sort: ListCredentialsSort | Unset = UNSET,
        limit: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        offset: int | Unset = UNSET,
    ) -> CredentialList:
        """List credentials.

        Lists the newest credentials first. A credential past its `expiresAt` is `EXPIRED` here at
        once. `stats` counts all credentials, regardless of filters.
        """

        return self._transport.call(
            _list_credentials.request(
                status=status,
                expiring=expiring,
                live=live,
                identity_id=identity_id,
                type_=type_,
                search=search,
                unused_for_days=unused_for_days,
                sort=sort,
                limit=limit,
                cursor=cursor,
                offset=offset,
            ),
            _list_credentials.answer,
        )

    def list_pages(
        self,
        *,
        status: CredentialStatus | str | Unset = UNSET,
        expiring: bool | Unset = UNSET,
        live: bool | Unset = UNSET,
        identity_id: str | Unset = UNSET,
        type_: str | Unset = UNSET,
        search: str | Unset = UNSET,
        unused_for_days: int | Unset = UNSET,
        sort: ListCredentialsSort | Unset = UNSET,
        limit: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
    ) -> Iterator[CredentialList]:
        """List credentials: every page, as they are asked for.

        Lists the newest credentials first. A credential past its `expiresAt` is `EXPIRED` here at
        once. `stats` counts all credentials, regardless of filters.
        """

        return _pages.by_offset(
            lambda offset: self.list(
                status=status,
                expiring=expiring,
                live=live,
                identity_id=identity_id,
                type_=type_,
                search=search,
                unused_for_days=unused_for_days,
                sort=sort,
                limit=limit,
                cursor=cursor,
                offset=offset,
            )
        )

    def list_all(
        self,
        *,
        status: CredentialStatus | str | Unset = UNSET,
        expiring: bool | Unset = UNSET,
        live: bool | Unset = UNSET,
        identity_id: str | Unset = UNSET,
        type_: str | Unset = UNSET,
        search: str | Unset = UNSET,
        unused_for_days: int | Unset = UNSET,
        sort: ListCredentialsSort | Unset = UNSET,
        limit: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
    ) -> Iterator[CredentialItem]:
        """List credentials: every item of every page.

        Lists the newest credentials first. A credential past its `expiresAt` is `EXPIRED` here at
        once. `stats` counts all credentials, regardless of filters.
        """

        return _pages.items(
            self.list_pages(
                status=status,
                expiring=expiring,
                live=live,
                identity_id=identity_id,
                type_=type_,
                search=search,
                unused_for_days=unused_for_days,
                sort=sort,
                limit=limit,
                cursor=cursor,
            )
        )

    def create(
        self,
        *,
        identity_id: str,
        name: str,
        type_: CredentialInputType | Unset = UNSET,
        scopes: builtins.list[str] | Unset = UNSET,
        is_temporary: bool | Unset = UNSET,
        ttl: int | Unset = UNSET,
        max_usage_count: int | None | Unset = UNSET,
        expires_at: datetime.datetime | None | Unset = UNSET,
        allowed_ips: builtins.list[str] | None | Unset = UNSET,
        rate_limit_per_minute: int | None | Unset = UNSET,
        metadata: Metadata | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
        x_wrap_ttl: int | Unset = UNSET,
    ) -> CredentialWithSecret:
        """Create a credential.

        Issues a credential to an identity. The field `credential` of the response is the secret,
        and it is shown only once. The key must hold every management scope it gives (403
        `SCOPE_NOT_GRANTABLE`). Some keys end, are capped, are bound to addresses or have a
        `rateLimitPerMinute`. They give only credentials within their own bounds (403
        `BOUND_NOT_GRANTABLE`).
        """

        return self._transport.call(
            _create_credential.request(
                identity_id=identity_id,
                name=name,
                type_=type_,
                scopes=scopes,
                is_temporary=is_temporary,
                ttl=ttl,
                max_usage_count=max_usage_count,
                expires_at=expires_at,
                allowed_ips=allowed_ips,
                rate_limit_per_minute=rate_limit_per_minute,
                metadata=metadata,
                idempotency_key=idempotency_key,
                x_wrap_ttl=x_wrap_ttl,
            ),
            _create_credential.answer,
        )

    def create_jit(
        self,
        *,
        identity_id: str,
        duration: str,
        name: str | Unset = UNSET,
        scopes: builtins.list[str] | Unset = UNSET,
        allowed_ips: builtins.list[str] | None | Unset = UNSET,
        rate_limit_per_minute: int | None | Unset = UNSET,
        max_usage: int | None | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
        x_wrap_ttl: int | Unset = UNSET,
    ) -> JitCredentialWithSecret:
        """Create a just-in-time credential.

        The key must hold every management scope it gives (403 `SCOPE_NOT_GRANTABLE`). Some keys
        end, are capped, are bound to addresses or have a `rateLimitPerMinute`. They give only
        credentials within their own bounds (403 `BOUND_NOT_GRANTABLE`).
        """

        return self._transport.call(
            _create_jit_credential.request(
                identity_id=identity_id,
                duration=duration,
                name=name,
                scopes=scopes,
                allowed_ips=allowed_ips,
                rate_limit_per_minute=rate_limit_per_minute,
                max_usage=max_usage,
                idempotency_key=idempotency_key,
                x_wrap_ttl=x_wrap_ttl,
            ),
            _create_jit_credential.answer,
        )

    def exchange_token(
        self,
        *,
        org_id: str,
        identity_id: str,
        token: str,
        scopes: builtins.list[str] | Unset = UNSET,
        duration: str | Unset = UNSET,
        x_wrap_ttl: int | Unset = UNSET,
    ) -> JitCredentialWithSecret:
        """Exchange a token of another issuer for a credential.

        For workloads that hold an OpenID Connect token of their platform (GitHub Actions, GitLab,
        Kubernetes) and no API key. One of the identity's `federatedSubjects` must name the
        token's issuer, audience, subject and claims. A token is exchanged once. Why one was
        refused stands in the organization's audit log only.
        """

        return self._transport.call(
            _exchange_token.request(
                org_id=org_id,
                identity_id=identity_id,
                token=token,
                scopes=scopes,
                duration=duration,
                x_wrap_ttl=x_wrap_ttl,
            ),
            _exchange_token.answer,
        )

    def verify(
        self,
        *,
        credential: str,
        consume: bool | Unset = UNSET,
        scopes: builtins.list[str] | Unset = UNSET,
        ip_address: str | Unset = UNSET,
        context: VerificationRequestContext | Unset = UNSET,
    ) -> Verification:
        """Verify a secret.

        Counts one use when the secret is valid, before it answers. A use cap is never overrun,
        and nothing is valid any more once a revocation has answered. The call counts in the rate
        limit of the key that asks.
        """

        return self._transport.call(
            _verify_credential.request(
                credential=credential,
                consume=consume,
                scopes=scopes,
                ip_address=ip_address,
                context=context,
            ),
            _verify_credential.answer,
        )

    def unwrap(
        self,
        *,
        token: str,
    ) -> UnwrappedSecret:
        """Exchange a wrap token for its secret.

        Works once, within the time of `X-Wrap-Ttl`. Needs no API key: the token is the
        authorization. After that time, and for an unknown token, the response is 404. If you get
        404 for a token that is new to you, another caller has the secret: revoke it. The
        organization's audit log shows every use.
        """

        return self._transport.call(
            _unwrap_credential.request(
                token=token,
            ),
            _unwrap_credential.answer,
        )

    def revoke_own(
        self,
    ) -> RevokedOwnCredential:
        """Revoke the key that calls.

        Revokes the credential that the request carries. Its secrets stop working for good. Any
        key may do this. It needs no scope. A job calls it when it ends. A session has no
        credential, so it gets 404.
        """

        return self._transport.call(
            _revoke_own_credential.request(),
            _revoke_own_credential.answer,
        )

    def clean_up(
        self,
        *,
        unused_for_days: int,
        action: CleanUpAction | str,
        dry_run: bool | Unset = UNSET,
        identity_types: builtins.list[IdentityType | str] | Unset = UNSET,
        tags: builtins.list[str] | Unset = UNSET,
        credential_ids: builtins.list[str] | Unset = UNSET,
        limit: int | Unset = UNSET,
        after: str | Unset = UNSET,
        reason: str | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> CleanUp:
        """Suspend or revoke unused credentials.

        Ends live credentials that were not used for the given number of days, in the order of
        their IDs. By default, the call only shows what it would do: send `dryRun: false` to do
        it. Unused credentials that are newer than that are left and listed. Credentials whose end
        would lock everybody out are left and listed too. Needs `credentials.read` as well,
        because the response names the credentials that it found. A key can end only credentials
        whose management scopes it holds.
        """

        return self._transport.call(
            _clean_up_credentials.request(
                unused_for_days=unused_for_days,
                action=action,
                dry_run=dry_run,
                identity_types=identity_types,
                tags=tags,
                credential_ids=credential_ids,
                limit=limit,
                after=after,
                reason=reason,
                idempotency_key=idempotency_key,
            ),
            _clean_up_credentials.answer,
        )

    def stream_changes(
        self,
        *,
        after: str | Unset = UNSET,
        seconds: int | Unset = UNSET,
        last_event_id: str | Unset = UNSET,
    ) -> str:
        """Stream changes of credentials.

        Streams server-sent events (WHATWG HTML, section 9.2). A service that keeps valid
        verifications reads the stream, and drops what changed. An event `change` names the
        `credentials` and `identities` whose verifications may have another result from now on;
        with `all: true`, every verification of the tenant may have. An event `reset` means that
        changes may be missing: drop everything that you keep. A stream begins with `reset`,
        unless it goes on at `Last-Event-ID`. A comment line comes about every second. If none
        came for three seconds, the stream is lost: drop everything, and open the next stream. The
        last event `end` has a `reason`: `TIME`, `STOPPING` (the node stops), `UNAVAILABLE`, or
        `REFUSED` with the `code` of the refusal. Send the last `id` as `Last-Event-ID` or
        `after`, to any node. An `id` is good for five minutes. No line has a name or a secret.
        The rights of the caller are read again after each change that concerns the caller, and
        every 15 seconds.
        """

        return self._transport.call(
            _stream_credential_changes.request(
                after=after,
                seconds=seconds,
                last_event_id=last_event_id,
            ),
            _stream_credential_changes.answer,
        )

    def get(
        self,
        id: str,
    ) -> Credential:
        """Get a credential."""

        return self._transport.call(
            _get_credential.request(
                id,
            ),
            _get_credential.answer,
        )

    def delete(
        self,
        id: str,
        *,
        if_match: str | Unset = UNSET,
    ) -> Deleted:
        """Delete a credential.

        Revokes it first, if it was not.
        """

        return self._transport.call(
            _delete_credential.request(
                id,
                if_match=if_match,
            ),
            _delete_credential.answer,
        )

    def update(
        self,
        id: str,
        *,
        name: str | Unset = UNSET,
        scopes: builtins.list[str] | Unset = UNSET,
        max_usage_count: int | None | Unset = UNSET,
        expires_at: datetime.datetime | None | Unset = UNSET,
        allowed_ips: builtins.list[str] | None | Unset = UNSET,
        rate_limit_per_minute: int | None | Unset = UNSET,
        metadata: Metadata | Unset = UNSET,
        if_match: str | Unset = UNSET,
    ) -> Credential:
        """Change a credential.

        A change of `scopes`, `expiresAt`, `maxUsageCount`, `allowedIps` or `rateLimitPerMinute`
        needs the scopes of the credential before and after. An earlier `expiresAt`, or a
        `maxUsageCount` that is used up already, ends it and needs `credentials.revoke` as well.
        """

        return self._transport.call(
            _update_credential.request(
                id,
                name=name,
                scopes=scopes,
                max_usage_count=max_usage_count,
                expires_at=expires_at,
                allowed_ips=allowed_ips,
                rate_limit_per_minute=rate_limit_per_minute,
                metadata=metadata,
                if_match=if_match,
            ),
            _update_credential.answer,
        )

    def rotate(
        self,
        id: str,
        *,
        grace_period: int | Unset = UNSET,
        if_match: str | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
        x_wrap_ttl: int | Unset = UNSET,
    ) -> RotatedCredential:
        """Rotate the secret of a credential.

        Returns a new secret, which is shown only once. The old secret stops at once, or after
        `gracePeriod` seconds; an even older one stops at once. `usageCount` starts again at 0,
        and with it a use cap.
        """

        return self._transport.call(
            _rotate_credential.request(
                id,
                grace_period=grace_period,
                if_match=if_match,
                idempotency_key=idempotency_key,
                x_wrap_ttl=x_wrap_ttl,
            ),
            _rotate_credential.answer,
        )

    def suspend(
        self,
        id: str,
        *,
        reason: str | Unset = UNSET,
        if_match: str | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> Credential:
        """Suspend a credential.

        Its secrets stop working until it is reactivated.
        """

        return self._transport.call(
            _suspend_credential.request(
                id,
                reason=reason,
                if_match=if_match,
                idempotency_key=idempotency_key,
            ),
            _suspend_credential.answer,
        )

    def reactivate(
        self,
        id: str,
        *,
        reason: str | Unset = UNSET,
        if_match: str | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> Credential:
        """Reactivate a suspended credential."""

        return self._transport.call(
            _reactivate_credential.request(
                id,
                reason=reason,
                if_match=if_match,
                idempotency_key=idempotency_key,
            ),
            _reactivate_credential.answer,
        )

    def revoke(
        self,
        id: str,
        *,
        reason: str | Unset = UNSET,
        if_match: str | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> Credential:
        """Revoke a credential.

        Its secrets stop working for good.
        """

        return self._transport.call(
            _revoke_credential.request(
                id,
                reason=reason,
                if_match=if_match,
                idempotency_key=idempotency_key,
            ),
            _revoke_credential.answer,
        )

    def get_usage(
        self,
        id: str,
        *,
        days: int | Unset = UNSET,
    ) -> CredentialUsage:
        """Get the use of a credential."""

        return self._transport.call(
            _get_credential_usage.request(
                id,
                days=days,
            ),
            _get_credential_usage.answer,
        )


class AsyncCredentialsFamily:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        *,
        status: CredentialStatus | str | Unset = UNSET,
        expiring: bool | Unset = UNSET,
        live: bool | Unset = UNSET,
        identity_id: str | Unset = UNSET,
        type_: str | Unset = UNSET,
        search: str | Unset = UNSET,
        unused_for_days: int | Unset = UNSET,
        sort: ListCredentialsSort | Unset = UNSET,
        limit: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        offset: int | Unset = UNSET,
    ) -> CredentialList:
        """List credentials.

        Lists the newest credentials first. A credential past its `expiresAt` is `EXPIRED` here at
        once. `stats` counts all credentials, regardless of filters.
        """

        return await self._transport.call(
            _list_credentials.request(
                status=status,
                expiring=expiring,
                live=live,
                identity_id=identity_id,
                type_=type_,
                search=search,
                unused_for_days=unused_for_days,
                sort=sort,
                limit=limit,
                cursor=cursor,
                offset=offset,
            ),
            _list_credentials.answer,
        )

    def list_pages(
        self,
        *,
        status: CredentialStatus | str | Unset = UNSET,
        expiring: bool | Unset = UNSET,
        live: bool | Unset = UNSET,
        identity_id: str | Unset = UNSET,
        type_: str | Unset = UNSET,
        search: str | Unset = UNSET,
        unused_for_days: int | Unset = UNSET,
        sort: ListCredentialsSort | Unset = UNSET,
        limit: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
    ) -> AsyncIterator[CredentialList]:
        """List credentials: every page, as they are asked for.

        Lists the newest credentials first. A credential past its `expiresAt` is `EXPIRED` here at
        once. `stats` counts all credentials, regardless of filters.
        """

        return _pages.async_by_offset(
            lambda offset: self.list(
                status=status,
                expiring=expiring,
                live=live,
                identity_id=identity_id,
                type_=type_,
                search=search,
                unused_for_days=unused_for_days,
                sort=sort,
                limit=limit,
                cursor=cursor,
                offset=offset,
            )
        )

    def list_all(
        self,
        *,
        status: CredentialStatus | str | Unset = UNSET,
        expiring: bool | Unset = UNSET,
        live: bool | Unset = UNSET,
        identity_id: str | Unset = UNSET,
        type_: str | Unset = UNSET,
        search: str | Unset = UNSET,
        unused_for_days: int | Unset = UNSET,
        sort: ListCredentialsSort | Unset = UNSET,
        limit: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
    ) -> AsyncIterator[CredentialItem]:
        """List credentials: every item of every page.

        Lists the newest credentials first. A credential past its `expiresAt` is `EXPIRED` here at
        once. `stats` counts all credentials, regardless of filters.
        """

        return _pages.async_items(
            self.list_pages(
                status=status,
                expiring=expiring,
                live=live,
                identity_id=identity_id,
                type_=type_,
                search=search,
                unused_for_days=unused_for_days,
                sort=sort,
                limit=limit,
                cursor=cursor,
            )
        )

    async def create(
        self,
        *,
        identity_id: str,
        name: str,
        type_: CredentialInputType | Unset = UNSET,
        scopes: builtins.list[str] | Unset = UNSET,
        is_temporary: bool | Unset = UNSET,
        ttl: int | Unset = UNSET,
        max_usage_count: int | None | Unset = UNSET,
        expires_at: datetime.datetime | None | Unset = UNSET,
        allowed_ips: builtins.list[str] | None | Unset = UNSET,
        rate_limit_per_minute: int | None | Unset = UNSET,
        metadata: Metadata | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
        x_wrap_ttl: int | Unset = UNSET,
    ) -> CredentialWithSecret:
        """Create a credential.

        Issues a credential to an identity. The field `credential` of the response is the secret,
        and it is shown only once. The key must hold every management scope it gives (403
        `SCOPE_NOT_GRANTABLE`). Some keys end, are capped, are bound to addresses or have a
        `rateLimitPerMinute`. They give only credentials within their own bounds (403
        `BOUND_NOT_GRANTABLE`).
        """

        return await self._transport.call(
            _create_credential.request(
                identity_id=identity_id,
                name=name,
                type_=type_,
                scopes=scopes,
                is_temporary=is_temporary,
                ttl=ttl,
                max_usage_count=max_usage_count,
                expires_at=expires_at,
                allowed_ips=allowed_ips,
                rate_limit_per_minute=rate_limit_per_minute,
                metadata=metadata,
                idempotency_key=idempotency_key,
                x_wrap_ttl=x_wrap_ttl,
            ),
            _create_credential.answer,
        )

    async def create_jit(
        self,
        *,
        identity_id: str,
        duration: str,
        name: str | Unset = UNSET,
        scopes: builtins.list[str] | Unset = UNSET,
        allowed_ips: builtins.list[str] | None | Unset = UNSET,
        rate_limit_per_minute: int | None | Unset = UNSET,
        max_usage: int | None | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
        x_wrap_ttl: int | Unset = UNSET,
    ) -> JitCredentialWithSecret:
        """Create a just-in-time credential.

        The key must hold every management scope it gives (403 `SCOPE_NOT_GRANTABLE`). Some keys
        end, are capped, are bound to addresses or have a `rateLimitPerMinute`. They give only
        credentials within their own bounds (403 `BOUND_NOT_GRANTABLE`).
        """

        return await self._transport.call(
            _create_jit_credential.request(
                identity_id=identity_id,
                duration=duration,
                name=name,
                scopes=scopes,
                allowed_ips=allowed_ips,
                rate_limit_per_minute=rate_limit_per_minute,
                max_usage=max_usage,
                idempotency_key=idempotency_key,
                x_wrap_ttl=x_wrap_ttl,
            ),
            _create_jit_credential.answer,
        )

    async def exchange_token(
        self,
        *,
        org_id: str,
        identity_id: str,
        token: str,
        scopes: builtins.list[str] | Unset = UNSET,
        duration: str | Unset = UNSET,
        x_wrap_ttl: int | Unset = UNSET,
    ) -> JitCredentialWithSecret:
        """Exchange a token of another issuer for a credential.

        For workloads that hold an OpenID Connect token of their platform (GitHub Actions, GitLab,
        Kubernetes) and no API key. One of the identity's `federatedSubjects` must name the
        token's issuer, audience, subject and claims. A token is exchanged once. Why one was
        refused stands in the organization's audit log only.
        """

        return await self._transport.call(
            _exchange_token.request(
                org_id=org_id,
                identity_id=identity_id,
                token=token,
                scopes=scopes,
                duration=duration,
                x_wrap_ttl=x_wrap_ttl,
            ),
            _exchange_token.answer,
        )

    async def verify(
        self,
        *,
        credential: str,
        consume: bool | Unset = UNSET,
        scopes: builtins.list[str] | Unset = UNSET,
        ip_address: str | Unset = UNSET,
        context: VerificationRequestContext | Unset = UNSET,
    ) -> Verification:
        """Verify a secret.

        Counts one use when the secret is valid, before it answers. A use cap is never overrun,
        and nothing is valid any more once a revocation has answered. The call counts in the rate
        limit of the key that asks.
        """

        return await self._transport.call(
            _verify_credential.request(
                credential=credential,
                consume=consume,
                scopes=scopes,
                ip_address=ip_address,
                context=context,
            ),
            _verify_credential.answer,
        )

    async def unwrap(
        self,
        *,
        token: str,
    ) -> UnwrappedSecret:
        """Exchange a wrap token for its secret.

        Works once, within the time of `X-Wrap-Ttl`. Needs no API key: the token is the
        authorization. After that time, and for an unknown token, the response is 404. If you get
        404 for a token that is new to you, another caller has the secret: revoke it. The
        organization's audit log shows every use.
        """

        return await self._transport.call(
            _unwrap_credential.request(
                token=token,
            ),
            _unwrap_credential.answer,
        )

    async def revoke_own(
        self,
    ) -> RevokedOwnCredential:
        """Revoke the key that calls.

        Revokes the credential that the request carries. Its secrets stop working for good. Any
        key may do this. It needs no scope. A job calls it when it ends. A session has no
        credential, so it gets 404.
        """

        return await self._transport.call(
            _revoke_own_credential.request(),
            _revoke_own_credential.answer,
        )

    async def clean_up(
        self,
        *,
        unused_for_days: int,
        action: CleanUpAction | str,
        dry_run: bool | Unset = UNSET,
        identity_types: builtins.list[IdentityType | str] | Unset = UNSET,
        tags: builtins.list[str] | Unset = UNSET,
        credential_ids: builtins.list[str] | Unset = UNSET,
        limit: int | Unset = UNSET,
        after: str | Unset = UNSET,
        reason: str | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> CleanUp:
        """Suspend or revoke unused credentials.

        Ends live credentials that were not used for the given number of days, in the order of
        their IDs. By default, the call only shows what it would do: send `dryRun: false` to do
        it. Unused credentials that are newer than that are left and listed. Credentials whose end
        would lock everybody out are left and listed too. Needs `credentials.read` as well,
        because the response names the credentials that it found. A key can end only credentials
        whose management scopes it holds.
        """

        return await self._transport.call(
            _clean_up_credentials.request(
                unused_for_days=unused_for_days,
                action=action,
                dry_run=dry_run,
                identity_types=identity_types,
                tags=tags,
                credential_ids=credential_ids,
                limit=limit,
                after=after,
                reason=reason,
                idempotency_key=idempotency_key,
            ),
            _clean_up_credentials.answer,
        )

    async def stream_changes(
        self,
        *,
        after: str | Unset = UNSET,
        seconds: int | Unset = UNSET,
        last_event_id: str | Unset = UNSET,
    ) -> str:
        """Stream changes of credentials.

        Streams server-sent events (WHATWG HTML, section 9.2). A service that keeps valid
        verifications reads the stream, and drops what changed. An event `change` names the
        `credentials` and `identities` whose verifications may have another result from now on;
        with `all: true`, every verification of the tenant may have. An event `reset` means that
        changes may be missing: drop everything that you keep. A stream begins with `reset`,
        unless it goes on at `Last-Event-ID`. A comment line comes about every second. If none
        came for three seconds, the stream is lost: drop everything, and open the next stream. The
        last event `end` has a `reason`: `TIME`, `STOPPING` (the node stops), `UNAVAILABLE`, or
        `REFUSED` with the `code` of the refusal. Send the last `id` as `Last-Event-ID` or
        `after`, to any node. An `id` is good for five minutes. No line has a name or a secret.
        The rights of the caller are read again after each change that concerns the caller, and
        every 15 seconds.
        """

        return await self._transport.call(
            _stream_credential_changes.request(
                after=after,
                seconds=seconds,
                last_event_id=last_event_id,
            ),
            _stream_credential_changes.answer,
        )

    async def get(
        self,
        id: str,
    ) -> Credential:
        """Get a credential."""

        return await self._transport.call(
            _get_credential.request(
                id,
            ),
            _get_credential.answer,
        )

    async def delete(
        self,
        id: str,
        *,
        if_match: str | Unset = UNSET,
    ) -> Deleted:
        """Delete a credential.

        Revokes it first, if it was not.
        """

        return await self._transport.call(
            _delete_credential.request(
                id,
                if_match=if_match,
            ),
            _delete_credential.answer,
        )

    async def update(
        self,
        id: str,
        *,
        name: str | Unset = UNSET,
        scopes: builtins.list[str] | Unset = UNSET,
        max_usage_count: int | None | Unset = UNSET,
        expires_at: datetime.datetime | None | Unset = UNSET,
        allowed_ips: builtins.list[str] | None | Unset = UNSET,
        rate_limit_per_minute: int | None | Unset = UNSET,
        metadata: Metadata | Unset = UNSET,
        if_match: str | Unset = UNSET,
    ) -> Credential:
        """Change a credential.

        A change of `scopes`, `expiresAt`, `maxUsageCount`, `allowedIps` or `rateLimitPerMinute`
        needs the scopes of the credential before and after. An earlier `expiresAt`, or a
        `maxUsageCount` that is used up already, ends it and needs `credentials.revoke` as well.
        """

        return await self._transport.call(
            _update_credential.request(
                id,
                name=name,
                scopes=scopes,
                max_usage_count=max_usage_count,
                expires_at=expires_at,
                allowed_ips=allowed_ips,
                rate_limit_per_minute=rate_limit_per_minute,
                metadata=metadata,
                if_match=if_match,
            ),
            _update_credential.answer,
        )

    async def rotate(
        self,
        id: str,
        *,
        grace_period: int | Unset = UNSET,
        if_match: str | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
        x_wrap_ttl: int | Unset = UNSET,
    ) -> RotatedCredential:
        """Rotate the secret of a credential.

        Returns a new secret, which is shown only once. The old secret stops at once, or after
        `gracePeriod` seconds; an even older one stops at once. `usageCount` starts again at 0,
        and with it a use cap.
        """

        return await self._transport.call(
            _rotate_credential.request(
                id,
                grace_period=grace_period,
                if_match=if_match,
                idempotency_key=idempotency_key,
                x_wrap_ttl=x_wrap_ttl,
            ),
            _rotate_credential.answer,
        )

    async def suspend(
        self,
        id: str,
        *,
        reason: str | Unset = UNSET,
        if_match: str | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> Credential:
        """Suspend a credential.

        Its secrets stop working until it is reactivated.
        """

        return await self._transport.call(
            _suspend_credential.request(
                id,
                reason=reason,
                if_match=if_match,
                idempotency_key=idempotency_key,
            ),
            _suspend_credential.answer,
        )

    async def reactivate(
        self,
        id: str,
        *,
        reason: str | Unset = UNSET,
        if_match: str | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> Credential:
        """Reactivate a suspended credential."""

        return await self._transport.call(
            _reactivate_credential.request(
                id,
                reason=reason,
                if_match=if_match,
                idempotency_key=idempotency_key,
            ),
            _reactivate_credential.answer,
        )

    async def revoke(
        self,
        id: str,
        *,
        reason: str | Unset = UNSET,
        if_match: str | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> Credential:
        """Revoke a credential.

        Its secrets stop working for good.
        """

        return await self._transport.call(
            _revoke_credential.request(
                id,
                reason=reason,
                if_match=if_match,
                idempotency_key=idempotency_key,
            ),
            _revoke_credential.answer,
        )

    async def get_usage(
        self,
        id: str,
        *,
        days: int | Unset = UNSET,
    ) -> CredentialUsage:
        """Get the use of a credential."""

        return await self._transport.call(
            _get_credential_usage.request(
                id,
                days=days,
            ),
            _get_credential_usage.answer,
        )
