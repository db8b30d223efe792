import builtins

from keyward_client._transport import AsyncTransport, Transport

from ...models.configuration_export import ConfigurationExport
from ...models.configuration_kind import ConfigurationKind
from ...models.configuration_object import ConfigurationObject
from ...models.configuration_plan import ConfigurationPlan
from ...types import UNSET, Unset
from . import apply_configuration as _apply_configuration
from . import export_configuration as _export_configuration
from . import plan_configuration as _plan_configuration


class ConfigurationFamily:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def export(
        self,
        *,
        kind: ConfigurationKind | str | Unset = UNSET,
        limit: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
    ) -> ConfigurationExport:
        """Export the configuration.

        Objects as `planConfiguration` and `applyConfiguration` take them, by kind and then by
        key. An object that no apply manages has a key that follows from its name. Fields with
        their default are left out, and secrets are never shown. Kinds that the caller may not
        read are left out, and `unreadable` names them.
        """

        return self._transport.call(
            _export_configuration.request(
                kind=kind,
                limit=limit,
                cursor=cursor,
            ),
            _export_configuration.answer,
        )

    def plan(
        self,
        *,
        objects: builtins.list[ConfigurationObject],
        prune: bool | Unset = UNSET,
        kinds: builtins.list[ConfigurationKind | str] | Unset = UNSET,
    ) -> ConfigurationPlan:
        """Plan a configuration.

        Compares objects with what there is, and tells what `applyConfiguration` would create,
        change and delete. Each change is tried as a request of its own and taken back, so
        `refusal` says what would be refused to this caller. Nothing changes. Send `{"secret":
        true}` in place of a secret. A change with such a secret, or with a metadataUrl, is judged
        by permission alone, because a plan calls no other server. An organization makes one plan,
        apply or export at a time on a node.
        """

        return self._transport.call(
            _plan_configuration.request(
                objects=objects,
                prune=prune,
                kinds=kinds,
            ),
            _plan_configuration.answer,
        )

    def apply(
        self,
        *,
        objects: builtins.list[ConfigurationObject],
        fingerprint: str,
        prune: bool | Unset = UNSET,
        kinds: builtins.list[ConfigurationKind | str] | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> ConfigurationPlan:
        """Apply a configuration.

        Makes every change of a plan in one transaction, or none. Each change needs the
        permission, the rights to grant and the recent sign-in that its own operation asks for,
        and has its own audit row. `fingerprint` is that of the plan: if the objects, the state or
        the caller are others now, the response is 409 `CONFIGURATION_MOVED`. An apply that finds
        nothing to change succeeds with any fingerprint. Secrets are plain texts here; `env:` and
        `file:` are refused, because the service resolves neither. Secrets that the service makes
        are not in the response: rotate them to see them.
        """

        return self._transport.call(
            _apply_configuration.request(
                objects=objects,
                fingerprint=fingerprint,
                prune=prune,
                kinds=kinds,
                idempotency_key=idempotency_key,
            ),
            _apply_configuration.answer,
        )


class AsyncConfigurationFamily:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def export(
        self,
        *,
        kind: ConfigurationKind | str | Unset = UNSET,
        limit: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
    ) -> ConfigurationExport:
        """Export the configuration.

        Objects as `planConfiguration` and `applyConfiguration` take them, by kind and then by
        key. An object that no apply manages has a key that follows from its name. Fields with
        their default are left out, and secrets are never shown. Kinds that the caller may not
        read are left out, and `unreadable` names them.
        """

        return await self._transport.call(
            _export_configuration.request(
                kind=kind,
                limit=limit,
                cursor=cursor,
            ),
            _export_configuration.answer,
        )

    async def plan(
        self,
        *,
        objects: builtins.list[ConfigurationObject],
        prune: bool | Unset = UNSET,
        kinds: builtins.list[ConfigurationKind | str] | Unset = UNSET,
    ) -> ConfigurationPlan:
        """Plan a configuration.

        Compares objects with what there is, and tells what `applyConfiguration` would create,
        change and delete. Each change is tried as a request of its own and taken back, so
        `refusal` says what would be refused to this caller. Nothing changes. Send `{"secret":
        true}` in place of a secret. A change with such a secret, or with a metadataUrl, is judged
        by permission alone, because a plan calls no other server. An organization makes one plan,
        apply or export at a time on a node.
        """

        return await self._transport.call(
            _plan_configuration.request(
                objects=objects,
                prune=prune,
                kinds=kinds,
            ),
            _plan_configuration.answer,
        )

    async def apply(
        self,
        *,
        objects: builtins.list[ConfigurationObject],
        fingerprint: str,
        prune: bool | Unset = UNSET,
        kinds: builtins.list[ConfigurationKind | str] | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> ConfigurationPlan:
        """Apply a configuration.

        Makes every change of a plan in one transaction, or none. Each change needs the
        permission, the rights to grant and the recent sign-in that its own operation asks for,
        and has its own audit row. `fingerprint` is that of the plan: if the objects, the state or
        the caller are others now, the response is 409 `CONFIGURATION_MOVED`. An apply that finds
        nothing to change succeeds with any fingerprint. Secrets are plain texts here; `env:` and
        `file:` are refused, because the service resolves neither. Secrets that the service makes
        are not in the response: rotate them to see them.
        """

        return await self._transport.call(
            _apply_configuration.request(
                objects=objects,
                fingerprint=fingerprint,
                prune=prune,
                kinds=kinds,
                idempotency_key=idempotency_key,
            ),
            _apply_configuration.answer,
        )
