import builtins
import datetime
from collections.abc import AsyncIterator, Iterator

from keyward_client import _pages
from keyward_client._transport import AsyncTransport, Transport

from ...models.access_backtest import AccessBacktest
from ...models.access_client_type import AccessClientType
from ...models.access_conditions import AccessConditions
from ...models.access_decision import AccessDecision
from ...models.access_device import AccessDevice
from ...models.access_device_list import AccessDeviceList
from ...models.access_policy import AccessPolicy
from ...models.access_policy_fields import AccessPolicyFields
from ...models.access_policy_list import AccessPolicyList
from ...models.access_policy_order import AccessPolicyOrder
from ...models.access_policy_status import AccessPolicyStatus
from ...models.access_requirement import AccessRequirement
from ...models.access_risk_level import AccessRiskLevel
from ...models.access_session import AccessSession
from ...models.access_simulation import AccessSimulation
from ...models.access_stats import AccessStats
from ...models.attempt_outcome import AttemptOutcome
from ...models.deleted import Deleted
from ...models.device_platform import DevicePlatform
from ...models.device_trust import DeviceTrust
from ...models.named_location import NamedLocation
from ...models.named_location_list import NamedLocationList
from ...models.named_location_type import NamedLocationType
from ...models.recorded_access_decision import RecordedAccessDecision
from ...models.recorded_access_decision_list import RecordedAccessDecisionList
from ...models.written_device_trust import WrittenDeviceTrust
from ...types import UNSET, Unset
from . import create_access_policy as _create_access_policy
from . import create_named_location as _create_named_location
from . import delete_access_device as _delete_access_device
from . import delete_access_policy as _delete_access_policy
from . import delete_named_location as _delete_named_location
from . import get_access_backtest as _get_access_backtest
from . import get_access_device as _get_access_device
from . import get_access_policy as _get_access_policy
from . import get_access_stats as _get_access_stats
from . import get_named_location as _get_named_location
from . import list_access_decisions as _list_access_decisions
from . import list_access_devices as _list_access_devices
from . import list_access_policies as _list_access_policies
from . import list_named_locations as _list_named_locations
from . import put_access_device as _put_access_device
from . import put_access_policy_order as _put_access_policy_order
from . import simulate_access as _simulate_access
from . import start_access_backtest as _start_access_backtest
from . import update_access_policy as _update_access_policy
from . import update_named_location as _update_named_location


class ConditionalAccessFamily:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list_access_policies(
        self,
        *,
        status: AccessPolicyStatus | str | Unset = UNSET,
        search: str | Unset = UNSET,
        page: int | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AccessPolicyList:
        """List policies of conditional access.

        In the order in which they are asked, which is that of `priority`.
        """

        return self._transport.call(
            _list_access_policies.request(
                status=status,
                search=search,
                page=page,
                limit=limit,
            ),
            _list_access_policies.answer,
        )

    def list_access_policies_pages(
        self,
        *,
        status: AccessPolicyStatus | str | Unset = UNSET,
        search: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> Iterator[AccessPolicyList]:
        """List policies of conditional access: every page, as they are asked for.

        In the order in which they are asked, which is that of `priority`.
        """

        return _pages.by_page(
            lambda page: self.list_access_policies(
                status=status,
                search=search,
                limit=limit,
                page=page,
            )
        )

    def list_access_policies_all(
        self,
        *,
        status: AccessPolicyStatus | str | Unset = UNSET,
        search: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> Iterator[AccessPolicy]:
        """List policies of conditional access: every item of every page.

        In the order in which they are asked, which is that of `priority`.
        """

        return _pages.items(
            self.list_access_policies_pages(
                status=status,
                search=search,
                limit=limit,
            )
        )

    def create_access_policy(
        self,
        *,
        name: str,
        priority: int,
        decision: AccessDecision | str,
        description: None | str | Unset = UNSET,
        status: AccessPolicyStatus | str | Unset = UNSET,
        conditions: AccessConditions | Unset = UNSET,
        requirements: builtins.list[AccessRequirement | str] | Unset = UNSET,
        session: AccessSession | Unset = UNSET,
        acknowledge_lockout: bool | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> AccessPolicy:
        """Create a policy of conditional access.

        Every decision that starts after the answer is made with it. A `priority` that another
        policy has is refused (409 `POLICY_CONFLICT`). One that is enabled and would block all
        keys with scope `*`, or all owners, is refused (409 `LOCKOUT_RISK`) unless
        `acknowledgeLockout` is true.
        """

        return self._transport.call(
            _create_access_policy.request(
                name=name,
                priority=priority,
                decision=decision,
                description=description,
                status=status,
                conditions=conditions,
                requirements=requirements,
                session=session,
                acknowledge_lockout=acknowledge_lockout,
                idempotency_key=idempotency_key,
            ),
            _create_access_policy.answer,
        )

    def put_access_policy_order(
        self,
        *,
        policy_ids: builtins.list[str],
        acknowledge_lockout: bool | Unset = UNSET,
    ) -> AccessPolicyOrder:
        """Order the policies of conditional access.

        Takes the IDs of all policies, in the order in which they are to be asked. The policies
        share out the present numbers of `priority` again, all at once. Every decision that starts
        after the answer is made with the new order. If another request has created or deleted a
        policy, the change is refused (409 `POLICY_ORDER_CONFLICT`). An order that would block all
        keys with scope `*`, or all owners, is refused (409 `LOCKOUT_RISK`) unless
        `acknowledgeLockout` is true. Each policy that moves has an audit row of its own.
        """

        return self._transport.call(
            _put_access_policy_order.request(
                policy_ids=policy_ids,
                acknowledge_lockout=acknowledge_lockout,
            ),
            _put_access_policy_order.answer,
        )

    def get_access_policy(
        self,
        id: str,
    ) -> AccessPolicy:
        """Get a policy of conditional access."""

        return self._transport.call(
            _get_access_policy.request(
                id,
            ),
            _get_access_policy.answer,
        )

    def delete_access_policy(
        self,
        id: str,
        *,
        acknowledge_lockout: bool | Unset = UNSET,
        if_match: str | Unset = UNSET,
    ) -> Deleted:
        """Delete a policy of conditional access."""

        return self._transport.call(
            _delete_access_policy.request(
                id,
                acknowledge_lockout=acknowledge_lockout,
                if_match=if_match,
            ),
            _delete_access_policy.answer,
        )

    def update_access_policy(
        self,
        id: str,
        *,
        name: str | Unset = UNSET,
        description: None | str | Unset = UNSET,
        priority: int | Unset = UNSET,
        status: AccessPolicyStatus | str | Unset = UNSET,
        conditions: AccessConditions | Unset = UNSET,
        decision: AccessDecision | str | Unset = UNSET,
        requirements: builtins.list[AccessRequirement | str] | Unset = UNSET,
        session: AccessSession | Unset = UNSET,
        acknowledge_lockout: bool | Unset = UNSET,
        if_match: str | Unset = UNSET,
    ) -> AccessPolicy:
        """Change a policy of conditional access.

        Fields that are left out keep their values; `conditions` and `session` are merged, field
        by field. Every decision that starts after the answer is made with the change.
        """

        return self._transport.call(
            _update_access_policy.request(
                id,
                name=name,
                description=description,
                priority=priority,
                status=status,
                conditions=conditions,
                decision=decision,
                requirements=requirements,
                session=session,
                acknowledge_lockout=acknowledge_lockout,
                if_match=if_match,
            ),
            _update_access_policy.answer,
        )

    def simulate_access(
        self,
        *,
        application: str | Unset = UNSET,
        ip_address: str | Unset = UNSET,
        device_trust: DeviceTrust | str | Unset = UNSET,
        user_id: str | Unset = UNSET,
        identity_id: str | Unset = UNSET,
        groups: builtins.list[str] | Unset = UNSET,
        country: str | Unset = UNSET,
        device_platform: DevicePlatform | str | Unset = UNSET,
        risk_level: AccessRiskLevel | str | Unset = UNSET,
        client_type: AccessClientType | str | Unset = UNSET,
        is_agent: bool | Unset = UNSET,
        at: datetime.datetime | Unset = UNSET,
        include_draft: AccessPolicyFields | Unset = UNSET,
    ) -> AccessSimulation:
        """Simulate a decision.

        Judges an attempt as the service would, and changes nothing. A field that is left out is a
        missing signal. To name a user, the caller needs `directory.read` as well, and
        `identities.read` to name an identity. A caller without this scope gets the decision of
        other attempts without reasons about groups, devices and risk.
        """

        return self._transport.call(
            _simulate_access.request(
                application=application,
                ip_address=ip_address,
                device_trust=device_trust,
                user_id=user_id,
                identity_id=identity_id,
                groups=groups,
                country=country,
                device_platform=device_platform,
                risk_level=risk_level,
                client_type=client_type,
                is_agent=is_agent,
                at=at,
                include_draft=include_draft,
            ),
            _simulate_access.answer,
        )

    def list_access_devices(
        self,
        *,
        user_id: str | Unset = UNSET,
        trust: str | Unset | WrittenDeviceTrust = UNSET,
        page: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AccessDeviceList:
        """List devices of conditional access.

        By ID.
        """

        return self._transport.call(
            _list_access_devices.request(
                user_id=user_id,
                trust=trust,
                page=page,
                cursor=cursor,
                limit=limit,
            ),
            _list_access_devices.answer,
        )

    def list_access_devices_pages(
        self,
        *,
        user_id: str | Unset = UNSET,
        trust: str | Unset | WrittenDeviceTrust = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> Iterator[AccessDeviceList]:
        """List devices of conditional access: every page, as they are asked for.

        By ID.
        """

        return _pages.by_page(
            lambda page: self.list_access_devices(
                user_id=user_id,
                trust=trust,
                cursor=cursor,
                limit=limit,
                page=page,
            )
        )

    def list_access_devices_all(
        self,
        *,
        user_id: str | Unset = UNSET,
        trust: str | Unset | WrittenDeviceTrust = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> Iterator[AccessDevice]:
        """List devices of conditional access: every item of every page.

        By ID.
        """

        return _pages.items(
            self.list_access_devices_pages(
                user_id=user_id,
                trust=trust,
                cursor=cursor,
                limit=limit,
            )
        )

    def get_access_device(
        self,
        device_id: str,
    ) -> AccessDevice:
        """Get a device of conditional access."""

        return self._transport.call(
            _get_access_device.request(
                device_id,
            ),
            _get_access_device.answer,
        )

    def put_access_device(
        self,
        device_id: str,
        *,
        user_id: str,
        platform: DevicePlatform | str,
        trust: str | WrittenDeviceTrust,
        trust_expires_at: datetime.datetime | None | Unset = UNSET,
        certificate_thumbprints: builtins.list[str] | Unset = UNSET,
        acknowledge_lockout: bool | Unset = UNSET,
        if_match: str | Unset = UNSET,
    ) -> AccessDevice:
        """Create or replace a device of conditional access.

        An MDM writes its devices, each with the ID that it has there. The same request twice
        changes nothing. Fields that are left out get their defaults. A certificate that another
        device has is refused (409 `DEVICE_CERTIFICATE_TAKEN`). So is a change after which enabled
        policies would block all keys with scope `*`, or all owners (409 `LOCKOUT_RISK`), unless
        `acknowledgeLockout` is true.
        """

        return self._transport.call(
            _put_access_device.request(
                device_id,
                user_id=user_id,
                platform=platform,
                trust=trust,
                trust_expires_at=trust_expires_at,
                certificate_thumbprints=certificate_thumbprints,
                acknowledge_lockout=acknowledge_lockout,
                if_match=if_match,
            ),
            _put_access_device.answer,
        )

    def delete_access_device(
        self,
        device_id: str,
        *,
        acknowledge_lockout: bool | Unset = UNSET,
        if_match: str | Unset = UNSET,
    ) -> Deleted:
        """Delete a device of conditional access.

        The device is unknown from then on.
        """

        return self._transport.call(
            _delete_access_device.request(
                device_id,
                acknowledge_lockout=acknowledge_lockout,
                if_match=if_match,
            ),
            _delete_access_device.answer,
        )

    def list_access_decisions(
        self,
        *,
        policy_id: str | Unset = UNSET,
        user_id: str | Unset = UNSET,
        identity_id: str | Unset = UNSET,
        decision: AccessDecision | str | Unset = UNSET,
        outcome: AttemptOutcome | str | Unset = UNSET,
        application: str | Unset = UNSET,
        from_: datetime.datetime | Unset = UNSET,
        to: datetime.datetime | Unset = UNSET,
        page: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> RecordedAccessDecisionList:
        """List decisions of conditional access.

        Newest first, kept for 30 days. Every decision about a sign-in, an authorization and a
        refresh of a user is listed. Decisions about a key, and about a page of the account of a
        user, are listed if a policy did not simply allow, or would not have with `REPORT_ONLY`.
        Such decisions of one minute share a row, and `attempts` says how many they are. `inputs`
        and `userId` of users require `directory.read` as well, and those of identities
        `identities.read`. Without it, they are null, and so are `reasons` and `risk`. A filter by
        `userId` or `identityId` is refused without the same permission.
        """

        return self._transport.call(
            _list_access_decisions.request(
                policy_id=policy_id,
                user_id=user_id,
                identity_id=identity_id,
                decision=decision,
                outcome=outcome,
                application=application,
                from_=from_,
                to=to,
                page=page,
                cursor=cursor,
                limit=limit,
            ),
            _list_access_decisions.answer,
        )

    def list_access_decisions_pages(
        self,
        *,
        policy_id: str | Unset = UNSET,
        user_id: str | Unset = UNSET,
        identity_id: str | Unset = UNSET,
        decision: AccessDecision | str | Unset = UNSET,
        outcome: AttemptOutcome | str | Unset = UNSET,
        application: str | Unset = UNSET,
        from_: datetime.datetime | Unset = UNSET,
        to: datetime.datetime | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> Iterator[RecordedAccessDecisionList]:
        """List decisions of conditional access: every page, as they are asked for.

        Newest first, kept for 30 days. Every decision about a sign-in, an authorization and a
        refresh of a user is listed. Decisions about a key, and about a page of the account of a
        user, are listed if a policy did not simply allow, or would not have with `REPORT_ONLY`.
        Such decisions of one minute share a row, and `attempts` says how many they are. `inputs`
        and `userId` of users require `directory.read` as well, and those of identities
        `identities.read`. Without it, they are null, and so are `reasons` and `risk`. A filter by
        `userId` or `identityId` is refused without the same permission.
        """

        return _pages.by_page(
            lambda page: self.list_access_decisions(
                policy_id=policy_id,
                user_id=user_id,
                identity_id=identity_id,
                decision=decision,
                outcome=outcome,
                application=application,
                from_=from_,
                to=to,
                cursor=cursor,
                limit=limit,
                page=page,
            )
        )

    def list_access_decisions_all(
        self,
        *,
        policy_id: str | Unset = UNSET,
        user_id: str | Unset = UNSET,
        identity_id: str | Unset = UNSET,
        decision: AccessDecision | str | Unset = UNSET,
        outcome: AttemptOutcome | str | Unset = UNSET,
        application: str | Unset = UNSET,
        from_: datetime.datetime | Unset = UNSET,
        to: datetime.datetime | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> Iterator[RecordedAccessDecision]:
        """List decisions of conditional access: every item of every page.

        Newest first, kept for 30 days. Every decision about a sign-in, an authorization and a
        refresh of a user is listed. Decisions about a key, and about a page of the account of a
        user, are listed if a policy did not simply allow, or would not have with `REPORT_ONLY`.
        Such decisions of one minute share a row, and `attempts` says how many they are. `inputs`
        and `userId` of users require `directory.read` as well, and those of identities
        `identities.read`. Without it, they are null, and so are `reasons` and `risk`. A filter by
        `userId` or `identityId` is refused without the same permission.
        """

        return _pages.items(
            self.list_access_decisions_pages(
                policy_id=policy_id,
                user_id=user_id,
                identity_id=identity_id,
                decision=decision,
                outcome=outcome,
                application=application,
                from_=from_,
                to=to,
                cursor=cursor,
                limit=limit,
            )
        )

    def get_access_stats(
        self,
        *,
        policy_id: str | Unset = UNSET,
    ) -> AccessStats:
        """Count decisions by day.

        The days of the last 30 on which something was counted, in UTC, the oldest first.
        `reported` counts what policies with `REPORT_ONLY` would have decided. Counts follow
        within seconds.
        """

        return self._transport.call(
            _get_access_stats.request(
                policy_id=policy_id,
            ),
            _get_access_stats.answer,
        )

    def start_access_backtest(
        self,
        *,
        from_: datetime.datetime,
        to: datetime.datetime,
        policy: AccessPolicyFields,
        in_place_of: None | str | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> AccessBacktest:
        """Start a back-test of a draft.

        Replays what happened between `from` and `to` as if `policy` had been enabled beside the
        present policies, in the background. Recorded decisions about users are replayed with
        their inputs. For a successful use of a key, the service knows the credential, the
        identity, the address, the country and the time. It knows the application of calls of this
        API, but not the application of verifications. Each other input of keys counts as missing.
        One back-test of an organization runs at a time and three may wait; another one is refused
        (429). A draft that names users or groups requires `directory.read` as well, and one that
        names identities `identities.read`.
        """

        return self._transport.call(
            _start_access_backtest.request(
                from_=from_,
                to=to,
                policy=policy,
                in_place_of=in_place_of,
                idempotency_key=idempotency_key,
            ),
            _start_access_backtest.answer,
        )

    def get_access_backtest(
        self,
        id: str,
    ) -> AccessBacktest:
        """Get a back-test.

        Kept for 30 days, and the newest 100 of an organization. `examples` of users require
        `directory.read` as well, and those of identities `identities.read`; others are left out.
        """

        return self._transport.call(
            _get_access_backtest.request(
                id,
            ),
            _get_access_backtest.answer,
        )

    def list_named_locations(
        self,
        *,
        search: str | Unset = UNSET,
        page: int | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> NamedLocationList:
        """List named locations.

        By name.
        """

        return self._transport.call(
            _list_named_locations.request(
                search=search,
                page=page,
                limit=limit,
            ),
            _list_named_locations.answer,
        )

    def list_named_locations_pages(
        self,
        *,
        search: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> Iterator[NamedLocationList]:
        """List named locations: every page, as they are asked for.

        By name.
        """

        return _pages.by_page(
            lambda page: self.list_named_locations(
                search=search,
                limit=limit,
                page=page,
            )
        )

    def list_named_locations_all(
        self,
        *,
        search: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> Iterator[NamedLocation]:
        """List named locations: every item of every page.

        By name.
        """

        return _pages.items(
            self.list_named_locations_pages(
                search=search,
                limit=limit,
            )
        )

    def create_named_location(
        self,
        *,
        name: str,
        type_: NamedLocationType | str,
        ip_ranges: builtins.list[str] | Unset = UNSET,
        countries: builtins.list[str] | Unset = UNSET,
        is_trusted: bool | Unset = UNSET,
        include_unknown: bool | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> NamedLocation:
        """Create a named location.

        A location of countries requires a GeoIP database (`GEOIP_FILE`). Without it, the country
        of every address is unknown.
        """

        return self._transport.call(
            _create_named_location.request(
                name=name,
                type_=type_,
                ip_ranges=ip_ranges,
                countries=countries,
                is_trusted=is_trusted,
                include_unknown=include_unknown,
                idempotency_key=idempotency_key,
            ),
            _create_named_location.answer,
        )

    def get_named_location(
        self,
        id: str,
    ) -> NamedLocation:
        """Get a named location."""

        return self._transport.call(
            _get_named_location.request(
                id,
            ),
            _get_named_location.answer,
        )

    def delete_named_location(
        self,
        id: str,
        *,
        if_match: str | Unset = UNSET,
    ) -> Deleted:
        """Delete a named location.

        A location that a policy names is refused (409 `LOCATION_IN_USE`).
        """

        return self._transport.call(
            _delete_named_location.request(
                id,
                if_match=if_match,
            ),
            _delete_named_location.answer,
        )

    def update_named_location(
        self,
        id: str,
        *,
        name: str | Unset = UNSET,
        ip_ranges: builtins.list[str] | Unset = UNSET,
        countries: builtins.list[str] | Unset = UNSET,
        is_trusted: bool | Unset = UNSET,
        include_unknown: bool | Unset = UNSET,
        acknowledge_lockout: bool | Unset = UNSET,
        if_match: str | Unset = UNSET,
    ) -> NamedLocation:
        """Change a named location.

        The type stays. Every decision that starts after the answer is made with the change. A
        change after which an enabled policy would block all keys with scope `*`, or all owners,
        is refused (409 `LOCKOUT_RISK`) unless `acknowledgeLockout` is true.
        """

        return self._transport.call(
            _update_named_location.request(
                id,
                name=name,
                ip_ranges=ip_ranges,
                countries=countries,
                is_trusted=is_trusted,
                include_unknown=include_unknown,
                acknowledge_lockout=acknowledge_lockout,
                if_match=if_match,
            ),
            _update_named_location.answer,
        )


class AsyncConditionalAccessFamily:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list_access_policies(
        self,
        *,
        status: AccessPolicyStatus | str | Unset = UNSET,
        search: str | Unset = UNSET,
        page: int | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AccessPolicyList:
        """List policies of conditional access.

        In the order in which they are asked, which is that of `priority`.
        """

        return await self._transport.call(
            _list_access_policies.request(
                status=status,
                search=search,
                page=page,
                limit=limit,
            ),
            _list_access_policies.answer,
        )

    def list_access_policies_pages(
        self,
        *,
        status: AccessPolicyStatus | str | Unset = UNSET,
        search: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[AccessPolicyList]:
        """List policies of conditional access: every page, as they are asked for.

        In the order in which they are asked, which is that of `priority`.
        """

        return _pages.async_by_page(
            lambda page: self.list_access_policies(
                status=status,
                search=search,
                limit=limit,
                page=page,
            )
        )

    def list_access_policies_all(
        self,
        *,
        status: AccessPolicyStatus | str | Unset = UNSET,
        search: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[AccessPolicy]:
        """List policies of conditional access: every item of every page.

        In the order in which they are asked, which is that of `priority`.
        """

        return _pages.async_items(
            self.list_access_policies_pages(
                status=status,
                search=search,
                limit=limit,
            )
        )

    async def create_access_policy(
        self,
        *,
        name: str,
        priority: int,
        decision: AccessDecision | str,
        description: None | str | Unset = UNSET,
        status: AccessPolicyStatus | str | Unset = UNSET,
        conditions: AccessConditions | Unset = UNSET,
        requirements: builtins.list[AccessRequirement | str] | Unset = UNSET,
        session: AccessSession | Unset = UNSET,
        acknowledge_lockout: bool | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> AccessPolicy:
        """Create a policy of conditional access.

        Every decision that starts after the answer is made with it. A `priority` that another
        policy has is refused (409 `POLICY_CONFLICT`). One that is enabled and would block all
        keys with scope `*`, or all owners, is refused (409 `LOCKOUT_RISK`) unless
        `acknowledgeLockout` is true.
        """

        return await self._transport.call(
            _create_access_policy.request(
                name=name,
                priority=priority,
                decision=decision,
                description=description,
                status=status,
                conditions=conditions,
                requirements=requirements,
                session=session,
                acknowledge_lockout=acknowledge_lockout,
                idempotency_key=idempotency_key,
            ),
            _create_access_policy.answer,
        )

    async def put_access_policy_order(
        self,
        *,
        policy_ids: builtins.list[str],
        acknowledge_lockout: bool | Unset = UNSET,
    ) -> AccessPolicyOrder:
        """Order the policies of conditional access.

        Takes the IDs of all policies, in the order in which they are to be asked. The policies
        share out the present numbers of `priority` again, all at once. Every decision that starts
        after the answer is made with the new order. If another request has created or deleted a
        policy, the change is refused (409 `POLICY_ORDER_CONFLICT`). An order that would block all
        keys with scope `*`, or all owners, is refused (409 `LOCKOUT_RISK`) unless
        `acknowledgeLockout` is true. Each policy that moves has an audit row of its own.
        """

        return await self._transport.call(
            _put_access_policy_order.request(
                policy_ids=policy_ids,
                acknowledge_lockout=acknowledge_lockout,
            ),
            _put_access_policy_order.answer,
        )

    async def get_access_policy(
        self,
        id: str,
    ) -> AccessPolicy:
        """Get a policy of conditional access."""

        return await self._transport.call(
            _get_access_policy.request(
                id,
            ),
            _get_access_policy.answer,
        )

    async def delete_access_policy(
        self,
        id: str,
        *,
        acknowledge_lockout: bool | Unset = UNSET,
        if_match: str | Unset = UNSET,
    ) -> Deleted:
        """Delete a policy of conditional access."""

        return await self._transport.call(
            _delete_access_policy.request(
                id,
                acknowledge_lockout=acknowledge_lockout,
                if_match=if_match,
            ),
            _delete_access_policy.answer,
        )

    async def update_access_policy(
        self,
        id: str,
        *,
        name: str | Unset = UNSET,
        description: None | str | Unset = UNSET,
        priority: int | Unset = UNSET,
        status: AccessPolicyStatus | str | Unset = UNSET,
        conditions: AccessConditions | Unset = UNSET,
        decision: AccessDecision | str | Unset = UNSET,
        requirements: builtins.list[AccessRequirement | str] | Unset = UNSET,
        session: AccessSession | Unset = UNSET,
        acknowledge_lockout: bool | Unset = UNSET,
        if_match: str | Unset = UNSET,
    ) -> AccessPolicy:
        """Change a policy of conditional access.

        Fields that are left out keep their values; `conditions` and `session` are merged, field
        by field. Every decision that starts after the answer is made with the change.
        """

        return await self._transport.call(
            _update_access_policy.request(
                id,
                name=name,
                description=description,
                priority=priority,
                status=status,
                conditions=conditions,
                decision=decision,
                requirements=requirements,
                session=session,
                acknowledge_lockout=acknowledge_lockout,
                if_match=if_match,
            ),
            _update_access_policy.answer,
        )

    async def simulate_access(
        self,
        *,
        application: str | Unset = UNSET,
        ip_address: str | Unset = UNSET,
        device_trust: DeviceTrust | str | Unset = UNSET,
        user_id: str | Unset = UNSET,
        identity_id: str | Unset = UNSET,
        groups: builtins.list[str] | Unset = UNSET,
        country: str | Unset = UNSET,
        device_platform: DevicePlatform | str | Unset = UNSET,
        risk_level: AccessRiskLevel | str | Unset = UNSET,
        client_type: AccessClientType | str | Unset = UNSET,
        is_agent: bool | Unset = UNSET,
        at: datetime.datetime | Unset = UNSET,
        include_draft: AccessPolicyFields | Unset = UNSET,
    ) -> AccessSimulation:
        """Simulate a decision.

        Judges an attempt as the service would, and changes nothing. A field that is left out is a
        missing signal. To name a user, the caller needs `directory.read` as well, and
        `identities.read` to name an identity. A caller without this scope gets the decision of
        other attempts without reasons about groups, devices and risk.
        """

        return await self._transport.call(
            _simulate_access.request(
                application=application,
                ip_address=ip_address,
                device_trust=device_trust,
                user_id=user_id,
                identity_id=identity_id,
                groups=groups,
                country=country,
                device_platform=device_platform,
                risk_level=risk_level,
                client_type=client_type,
                is_agent=is_agent,
                at=at,
                include_draft=include_draft,
            ),
            _simulate_access.answer,
        )

    async def list_access_devices(
        self,
        *,
        user_id: str | Unset = UNSET,
        trust: str | Unset | WrittenDeviceTrust = UNSET,
        page: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AccessDeviceList:
        """List devices of conditional access.

        By ID.
        """

        return await self._transport.call(
            _list_access_devices.request(
                user_id=user_id,
                trust=trust,
                page=page,
                cursor=cursor,
                limit=limit,
            ),
            _list_access_devices.answer,
        )

    def list_access_devices_pages(
        self,
        *,
        user_id: str | Unset = UNSET,
        trust: str | Unset | WrittenDeviceTrust = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[AccessDeviceList]:
        """List devices of conditional access: every page, as they are asked for.

        By ID.
        """

        return _pages.async_by_page(
            lambda page: self.list_access_devices(
                user_id=user_id,
                trust=trust,
                cursor=cursor,
                limit=limit,
                page=page,
            )
        )

    def list_access_devices_all(
        self,
        *,
        user_id: str | Unset = UNSET,
        trust: str | Unset | WrittenDeviceTrust = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[AccessDevice]:
        """List devices of conditional access: every item of every page.

        By ID.
        """

        return _pages.async_items(
            self.list_access_devices_pages(
                user_id=user_id,
                trust=trust,
                cursor=cursor,
                limit=limit,
            )
        )

    async def get_access_device(
        self,
        device_id: str,
    ) -> AccessDevice:
        """Get a device of conditional access."""

        return await self._transport.call(
            _get_access_device.request(
                device_id,
            ),
            _get_access_device.answer,
        )

    async def put_access_device(
        self,
        device_id: str,
        *,
        user_id: str,
        platform: DevicePlatform | str,
        trust: str | WrittenDeviceTrust,
        trust_expires_at: datetime.datetime | None | Unset = UNSET,
        certificate_thumbprints: builtins.list[str] | Unset = UNSET,
        acknowledge_lockout: bool | Unset = UNSET,
        if_match: str | Unset = UNSET,
    ) -> AccessDevice:
        """Create or replace a device of conditional access.

        An MDM writes its devices, each with the ID that it has there. The same request twice
        changes nothing. Fields that are left out get their defaults. A certificate that another
        device has is refused (409 `DEVICE_CERTIFICATE_TAKEN`). So is a change after which enabled
        policies would block all keys with scope `*`, or all owners (409 `LOCKOUT_RISK`), unless
        `acknowledgeLockout` is true.
        """

        return await self._transport.call(
            _put_access_device.request(
                device_id,
                user_id=user_id,
                platform=platform,
                trust=trust,
                trust_expires_at=trust_expires_at,
                certificate_thumbprints=certificate_thumbprints,
                acknowledge_lockout=acknowledge_lockout,
                if_match=if_match,
            ),
            _put_access_device.answer,
        )

    async def delete_access_device(
        self,
        device_id: str,
        *,
        acknowledge_lockout: bool | Unset = UNSET,
        if_match: str | Unset = UNSET,
    ) -> Deleted:
        """Delete a device of conditional access.

        The device is unknown from then on.
        """

        return await self._transport.call(
            _delete_access_device.request(
                device_id,
                acknowledge_lockout=acknowledge_lockout,
                if_match=if_match,
            ),
            _delete_access_device.answer,
        )

    async def list_access_decisions(
        self,
        *,
        policy_id: str | Unset = UNSET,
        user_id: str | Unset = UNSET,
        identity_id: str | Unset = UNSET,
        decision: AccessDecision | str | Unset = UNSET,
        outcome: AttemptOutcome | str | Unset = UNSET,
        application: str | Unset = UNSET,
        from_: datetime.datetime | Unset = UNSET,
        to: datetime.datetime | Unset = UNSET,
        page: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> RecordedAccessDecisionList:
        """List decisions of conditional access.

        Newest first, kept for 30 days. Every decision about a sign-in, an authorization and a
        refresh of a user is listed. Decisions about a key, and about a page of the account of a
        user, are listed if a policy did not simply allow, or would not have with `REPORT_ONLY`.
        Such decisions of one minute share a row, and `attempts` says how many they are. `inputs`
        and `userId` of users require `directory.read` as well, and those of identities
        `identities.read`. Without it, they are null, and so are `reasons` and `risk`. A filter by
        `userId` or `identityId` is refused without the same permission.
        """

        return await self._transport.call(
            _list_access_decisions.request(
                policy_id=policy_id,
                user_id=user_id,
                identity_id=identity_id,
                decision=decision,
                outcome=outcome,
                application=application,
                from_=from_,
                to=to,
                page=page,
                cursor=cursor,
                limit=limit,
            ),
            _list_access_decisions.answer,
        )

    def list_access_decisions_pages(
        self,
        *,
        policy_id: str | Unset = UNSET,
        user_id: str | Unset = UNSET,
        identity_id: str | Unset = UNSET,
        decision: AccessDecision | str | Unset = UNSET,
        outcome: AttemptOutcome | str | Unset = UNSET,
        application: str | Unset = UNSET,
        from_: datetime.datetime | Unset = UNSET,
        to: datetime.datetime | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[RecordedAccessDecisionList]:
        """List decisions of conditional access: every page, as they are asked for.

        Newest first, kept for 30 days. Every decision about a sign-in, an authorization and a
        refresh of a user is listed. Decisions about a key, and about a page of the account of a
        user, are listed if a policy did not simply allow, or would not have with `REPORT_ONLY`.
        Such decisions of one minute share a row, and `attempts` says how many they are. `inputs`
        and `userId` of users require `directory.read` as well, and those of identities
        `identities.read`. Without it, they are null, and so are `reasons` and `risk`. A filter by
        `userId` or `identityId` is refused without the same permission.
        """

        return _pages.async_by_page(
            lambda page: self.list_access_decisions(
                policy_id=policy_id,
                user_id=user_id,
                identity_id=identity_id,
                decision=decision,
                outcome=outcome,
                application=application,
                from_=from_,
                to=to,
                cursor=cursor,
                limit=limit,
                page=page,
            )
        )

    def list_access_decisions_all(
        self,
        *,
        policy_id: str | Unset = UNSET,
        user_id: str | Unset = UNSET,
        identity_id: str | Unset = UNSET,
        decision: AccessDecision | str | Unset = UNSET,
        outcome: AttemptOutcome | str | Unset = UNSET,
        application: str | Unset = UNSET,
        from_: datetime.datetime | Unset = UNSET,
        to: datetime.datetime | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[RecordedAccessDecision]:
        """List decisions of conditional access: every item of every page.

        Newest first, kept for 30 days. Every decision about a sign-in, an authorization and a
        refresh of a user is listed. Decisions about a key, and about a page of the account of a
        user, are listed if a policy did not simply allow, or would not have with `REPORT_ONLY`.
        Such decisions of one minute share a row, and `attempts` says how many they are. `inputs`
        and `userId` of users require `directory.read` as well, and those of identities
        `identities.read`. Without it, they are null, and so are `reasons` and `risk`. A filter by
        `userId` or `identityId` is refused without the same permission.
        """

        return _pages.async_items(
            self.list_access_decisions_pages(
                policy_id=policy_id,
                user_id=user_id,
                identity_id=identity_id,
                decision=decision,
                outcome=outcome,
                application=application,
                from_=from_,
                to=to,
                cursor=cursor,
                limit=limit,
            )
        )

    async def get_access_stats(
        self,
        *,
        policy_id: str | Unset = UNSET,
    ) -> AccessStats:
        """Count decisions by day.

        The days of the last 30 on which something was counted, in UTC, the oldest first.
        `reported` counts what policies with `REPORT_ONLY` would have decided. Counts follow
        within seconds.
        """

        return await self._transport.call(
            _get_access_stats.request(
                policy_id=policy_id,
            ),
            _get_access_stats.answer,
        )

    async def start_access_backtest(
        self,
        *,
        from_: datetime.datetime,
        to: datetime.datetime,
        policy: AccessPolicyFields,
        in_place_of: None | str | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> AccessBacktest:
        """Start a back-test of a draft.

        Replays what happened between `from` and `to` as if `policy` had been enabled beside the
        present policies, in the background. Recorded decisions about users are replayed with
        their inputs. For a successful use of a key, the service knows the credential, the
        identity, the address, the country and the time. It knows the application of calls of this
        API, but not the application of verifications. Each other input of keys counts as missing.
        One back-test of an organization runs at a time and three may wait; another one is refused
        (429). A draft that names users or groups requires `directory.read` as well, and one that
        names identities `identities.read`.
        """

        return await self._transport.call(
            _start_access_backtest.request(
                from_=from_,
                to=to,
                policy=policy,
                in_place_of=in_place_of,
                idempotency_key=idempotency_key,
            ),
            _start_access_backtest.answer,
        )

    async def get_access_backtest(
        self,
        id: str,
    ) -> AccessBacktest:
        """Get a back-test.

        Kept for 30 days, and the newest 100 of an organization. `examples` of users require
        `directory.read` as well, and those of identities `identities.read`; others are left out.
        """

        return await self._transport.call(
            _get_access_backtest.request(
                id,
            ),
            _get_access_backtest.answer,
        )

    async def list_named_locations(
        self,
        *,
        search: str | Unset = UNSET,
        page: int | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> NamedLocationList:
        """List named locations.

        By name.
        """

        return await self._transport.call(
            _list_named_locations.request(
                search=search,
                page=page,
                limit=limit,
            ),
            _list_named_locations.answer,
        )

    def list_named_locations_pages(
        self,
        *,
        search: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[NamedLocationList]:
        """List named locations: every page, as they are asked for.

        By name.
        """

        return _pages.async_by_page(
            lambda page: self.list_named_locations(
                search=search,
                limit=limit,
                page=page,
            )
        )

    def list_named_locations_all(
        self,
        *,
        search: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[NamedLocation]:
        """List named locations: every item of every page.

        By name.
        """

        return _pages.async_items(
            self.list_named_locations_pages(
                search=search,
                limit=limit,
            )
        )

    async def create_named_location(
        self,
        *,
        name: str,
        type_: NamedLocationType | str,
        ip_ranges: builtins.list[str] | Unset = UNSET,
        countries: builtins.list[str] | Unset = UNSET,
        is_trusted: bool | Unset = UNSET,
        include_unknown: bool | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> NamedLocation:
        """Create a named location.

        A location of countries requires a GeoIP database (`GEOIP_FILE`). Without it, the country
        of every address is unknown.
        """

        return await self._transport.call(
            _create_named_location.request(
                name=name,
                type_=type_,
                ip_ranges=ip_ranges,
                countries=countries,
                is_trusted=is_trusted,
                include_unknown=include_unknown,
                idempotency_key=idempotency_key,
            ),
            _create_named_location.answer,
        )

    async def get_named_location(
        self,
        id: str,
    ) -> NamedLocation:
        """Get a named location."""

        return await self._transport.call(
            _get_named_location.request(
                id,
            ),
            _get_named_location.answer,
        )

    async def delete_named_location(
        self,
        id: str,
        *,
        if_match: str | Unset = UNSET,
    ) -> Deleted:
        """Delete a named location.

        A location that a policy names is refused (409 `LOCATION_IN_USE`).
        """

        return await self._transport.call(
            _delete_named_location.request(
                id,
                if_match=if_match,
            ),
            _delete_named_location.answer,
        )

    async def update_named_location(
        self,
        id: str,
        *,
        name: str | Unset = UNSET,
        ip_ranges: builtins.list[str] | Unset = UNSET,
        countries: builtins.list[str] | Unset = UNSET,
        is_trusted: bool | Unset = UNSET,
        include_unknown: bool | Unset = UNSET,
        acknowledge_lockout: bool | Unset = UNSET,
        if_match: str | Unset = UNSET,
    ) -> NamedLocation:
        """Change a named location.

        The type stays. Every decision that starts after the answer is made with the change. A
        change after which an enabled policy would block all keys with scope `*`, or all owners,
        is refused (409 `LOCKOUT_RISK`) unless `acknowledgeLockout` is true.
        """

        return await self._transport.call(
            _update_named_location.request(
                id,
                name=name,
                ip_ranges=ip_ranges,
                countries=countries,
                is_trusted=is_trusted,
                include_unknown=include_unknown,
                acknowledge_lockout=acknowledge_lockout,
                if_match=if_match,
            ),
            _update_named_location.answer,
        )
