import builtins
import datetime
from collections.abc import AsyncIterator, Iterator

from keyward_client import _pages
from keyward_client._transport import AsyncTransport, Transport

from ...models.deleted import Deleted
from ...models.policy import Policy
from ...models.policy_action import PolicyAction
from ...models.policy_change_parameters import PolicyChangeParameters
from ...models.policy_evaluation import PolicyEvaluation
from ...models.policy_input_fields import PolicyInputFields
from ...models.policy_input_parameters import PolicyInputParameters
from ...models.policy_item import PolicyItem
from ...models.policy_list import PolicyList
from ...models.policy_mode import PolicyMode
from ...models.policy_operation import PolicyOperation
from ...models.policy_selector import PolicySelector
from ...models.policy_severity import PolicySeverity
from ...models.policy_type import PolicyType
from ...types import UNSET, Unset
from . import create_policy as _create_policy
from . import delete_policy as _delete_policy
from . import evaluate_policies as _evaluate_policies
from . import get_policy as _get_policy
from . import list_policies as _list_policies
from . import update_policy as _update_policy


class PoliciesFamily:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        type_: PolicyType | str | Unset = UNSET,
        mode: PolicyMode | str | Unset = UNSET,
        search: str | Unset = UNSET,
        page: int | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> PolicyList:
        """List policies.

        Newest first.
        """

        return self._transport.call(
            _list_policies.request(
                type_=type_,
                mode=mode,
                search=search,
                page=page,
                limit=limit,
            ),
            _list_policies.answer,
        )

    def list_pages(
        self,
        *,
        type_: PolicyType | str | Unset = UNSET,
        mode: PolicyMode | str | Unset = UNSET,
        search: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> Iterator[PolicyList]:
        """List policies: every page, as they are asked for.

        Newest first.
        """

        return _pages.by_page(
            lambda page: self.list(
                type_=type_,
                mode=mode,
                search=search,
                limit=limit,
                page=page,
            )
        )

    def list_all(
        self,
        *,
        type_: PolicyType | str | Unset = UNSET,
        mode: PolicyMode | str | Unset = UNSET,
        search: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> Iterator[PolicyItem]:
        """List policies: every item of every page.

        Newest first.
        """

        return _pages.items(
            self.list_pages(
                type_=type_,
                mode=mode,
                search=search,
                limit=limit,
            )
        )

    def create(
        self,
        *,
        name: str,
        type_: PolicyType | str,
        description: None | str | Unset = UNSET,
        mode: PolicyMode | str | Unset = UNSET,
        severity: PolicySeverity | str | Unset = UNSET,
        selector: PolicySelector | Unset = UNSET,
        parameters: PolicyInputParameters | Unset = UNSET,
        actions: builtins.list[PolicyAction | str] | Unset = UNSET,
        acknowledge_lockout: bool | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> Policy:
        """Create a policy.

        No request that starts after the answer is judged without it. A policy that is enforced
        and would suspend or revoke needs `credentials.revoke` as well. One after which no key
        with scope `*` could call the API is refused (409 `LOCKOUT_RISK`) unless
        `acknowledgeLockout` is true.
        """

        return self._transport.call(
            _create_policy.request(
                name=name,
                type_=type_,
                description=description,
                mode=mode,
                severity=severity,
                selector=selector,
                parameters=parameters,
                actions=actions,
                acknowledge_lockout=acknowledge_lockout,
                idempotency_key=idempotency_key,
            ),
            _create_policy.answer,
        )

    def evaluate(
        self,
        *,
        operation: PolicyOperation | str,
        identity_id: str | Unset = UNSET,
        credential_id: str | Unset = UNSET,
        ip_address: str | Unset = UNSET,
        at: datetime.datetime | Unset = UNSET,
        scopes: builtins.list[str] | Unset = UNSET,
        ttl: int | Unset = UNSET,
        policy: PolicyInputFields | Unset = UNSET,
    ) -> PolicyEvaluation:
        """Evaluate the policies on an attempt.

        Judges an attempt by the very checks that would judge it, and changes nothing. With
        `policy` a draft is judged, too. Needs `identities.read` as well, and `credentials.read`
        for a credential, because the answer tells what it found of them.
        """

        return self._transport.call(
            _evaluate_policies.request(
                operation=operation,
                identity_id=identity_id,
                credential_id=credential_id,
                ip_address=ip_address,
                at=at,
                scopes=scopes,
                ttl=ttl,
                policy=policy,
            ),
            _evaluate_policies.answer,
        )

    def get(
        self,
        id: str,
    ) -> Policy:
        """Get a policy."""

        return self._transport.call(
            _get_policy.request(
                id,
            ),
            _get_policy.answer,
        )

    def delete(
        self,
        id: str,
        *,
        if_match: str | Unset = UNSET,
    ) -> Deleted:
        """Delete a policy."""

        return self._transport.call(
            _delete_policy.request(
                id,
                if_match=if_match,
            ),
            _delete_policy.answer,
        )

    def update(
        self,
        id: str,
        *,
        name: str | Unset = UNSET,
        description: None | str | Unset = UNSET,
        mode: PolicyMode | str | Unset = UNSET,
        severity: PolicySeverity | str | Unset = UNSET,
        selector: PolicySelector | Unset = UNSET,
        parameters: PolicyChangeParameters | Unset = UNSET,
        actions: builtins.list[PolicyAction | str] | Unset = UNSET,
        acknowledge_lockout: bool | Unset = UNSET,
        if_match: str | Unset = UNSET,
    ) -> Policy:
        """Change a policy.

        Fields that are left out keep their values; `selector` and `parameters` are merged, field
        by field. The type stays. No request that starts after the answer is judged by what it was
        before.
        """

        return self._transport.call(
            _update_policy.request(
                id,
                name=name,
                description=description,
                mode=mode,
                severity=severity,
                selector=selector,
                parameters=parameters,
                actions=actions,
                acknowledge_lockout=acknowledge_lockout,
                if_match=if_match,
            ),
            _update_policy.answer,
        )


class AsyncPoliciesFamily:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        *,
        type_: PolicyType | str | Unset = UNSET,
        mode: PolicyMode | str | Unset = UNSET,
        search: str | Unset = UNSET,
        page: int | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> PolicyList:
        """List policies.

        Newest first.
        """

        return await self._transport.call(
            _list_policies.request(
                type_=type_,
                mode=mode,
                search=search,
                page=page,
                limit=limit,
            ),
            _list_policies.answer,
        )

    def list_pages(
        self,
        *,
        type_: PolicyType | str | Unset = UNSET,
        mode: PolicyMode | str | Unset = UNSET,
        search: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[PolicyList]:
        """List policies: every page, as they are asked for.

        Newest first.
        """

        return _pages.async_by_page(
            lambda page: self.list(
                type_=type_,
                mode=mode,
                search=search,
                limit=limit,
                page=page,
            )
        )

    def list_all(
        self,
        *,
        type_: PolicyType | str | Unset = UNSET,
        mode: PolicyMode | str | Unset = UNSET,
        search: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[PolicyItem]:
        """List policies: every item of every page.

        Newest first.
        """

        return _pages.async_items(
            self.list_pages(
                type_=type_,
                mode=mode,
                search=search,
                limit=limit,
            )
        )

    async def create(
        self,
        *,
        name: str,
        type_: PolicyType | str,
        description: None | str | Unset = UNSET,
        mode: PolicyMode | str | Unset = UNSET,
        severity: PolicySeverity | str | Unset = UNSET,
        selector: PolicySelector | Unset = UNSET,
        parameters: PolicyInputParameters | Unset = UNSET,
        actions: builtins.list[PolicyAction | str] | Unset = UNSET,
        acknowledge_lockout: bool | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> Policy:
        """Create a policy.

        No request that starts after the answer is judged without it. A policy that is enforced
        and would suspend or revoke needs `credentials.revoke` as well. One after which no key
        with scope `*` could call the API is refused (409 `LOCKOUT_RISK`) unless
        `acknowledgeLockout` is true.
        """

        return await self._transport.call(
            _create_policy.request(
                name=name,
                type_=type_,
                description=description,
                mode=mode,
                severity=severity,
                selector=selector,
                parameters=parameters,
                actions=actions,
                acknowledge_lockout=acknowledge_lockout,
                idempotency_key=idempotency_key,
            ),
            _create_policy.answer,
        )

    async def evaluate(
        self,
        *,
        operation: PolicyOperation | str,
        identity_id: str | Unset = UNSET,
        credential_id: str | Unset = UNSET,
        ip_address: str | Unset = UNSET,
        at: datetime.datetime | Unset = UNSET,
        scopes: builtins.list[str] | Unset = UNSET,
        ttl: int | Unset = UNSET,
        policy: PolicyInputFields | Unset = UNSET,
    ) -> PolicyEvaluation:
        """Evaluate the policies on an attempt.

        Judges an attempt by the very checks that would judge it, and changes nothing. With
        `policy` a draft is judged, too. Needs `identities.read` as well, and `credentials.read`
        for a credential, because the answer tells what it found of them.
        """

        return await self._transport.call(
            _evaluate_policies.request(
                operation=operation,
                identity_id=identity_id,
                credential_id=credential_id,
                ip_address=ip_address,
                at=at,
                scopes=scopes,
                ttl=ttl,
                policy=policy,
            ),
            _evaluate_policies.answer,
        )

    async def get(
        self,
        id: str,
    ) -> Policy:
        """Get a policy."""

        return await self._transport.call(
            _get_policy.request(
                id,
            ),
            _get_policy.answer,
        )

    async def delete(
        self,
        id: str,
        *,
        if_match: str | Unset = UNSET,
    ) -> Deleted:
        """Delete a policy."""

        return await self._transport.call(
            _delete_policy.request(
                id,
                if_match=if_match,
            ),
            _delete_policy.answer,
        )

    async def update(
        self,
        id: str,
        *,
        name: str | Unset = UNSET,
        description: None | str | Unset = UNSET,
        mode: PolicyMode | str | Unset = UNSET,
        severity: PolicySeverity | str | Unset = UNSET,
        selector: PolicySelector | Unset = UNSET,
        parameters: PolicyChangeParameters | Unset = UNSET,
        actions: builtins.list[PolicyAction | str] | Unset = UNSET,
        acknowledge_lockout: bool | Unset = UNSET,
        if_match: str | Unset = UNSET,
    ) -> Policy:
        """Change a policy.

        Fields that are left out keep their values; `selector` and `parameters` are merged, field
        by field. The type stays. No request that starts after the answer is judged by what it was
        before.
        """

        return await self._transport.call(
            _update_policy.request(
                id,
                name=name,
                description=description,
                mode=mode,
                severity=severity,
                selector=selector,
                parameters=parameters,
                actions=actions,
                acknowledge_lockout=acknowledge_lockout,
                if_match=if_match,
            ),
            _update_policy.answer,
        )
