import builtins
from collections.abc import AsyncIterator, Iterator

from keyward_client import _pages
from keyward_client._transport import AsyncTransport, Transport

from ...models.alert import Alert
from ...models.alert_channel_input import AlertChannelInput
from ...models.alert_conditions import AlertConditions
from ...models.alert_conditions_patch import AlertConditionsPatch
from ...models.alert_list import AlertList
from ...models.alert_rule import AlertRule
from ...models.alert_rule_list import AlertRuleList
from ...models.alert_rule_test import AlertRuleTest
from ...models.alert_status import AlertStatus
from ...models.alert_trigger import AlertTrigger
from ...models.deleted import Deleted
from ...models.list_alerts_sort import ListAlertsSort
from ...models.severity import Severity
from ...types import UNSET, Unset
from . import create_alert_rule as _create_alert_rule
from . import delete_alert_rule as _delete_alert_rule
from . import get_alert as _get_alert
from . import get_alert_rule as _get_alert_rule
from . import list_alert_rules as _list_alert_rules
from . import list_alerts as _list_alerts
from . import test_alert_rule as _test_alert_rule
from . import update_alert as _update_alert
from . import update_alert_rule as _update_alert_rule


class AlertsFamily:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        status: AlertStatus | str | Unset = UNSET,
        severity: Severity | str | Unset = UNSET,
        rule_id: str | Unset = UNSET,
        identity_id: str | Unset = UNSET,
        sort: ListAlertsSort | Unset = UNSET,
        page: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AlertList:
        """List alerts.

        Newest first. What happens again while an alert is not resolved is counted in it.
        """

        return self._transport.call(
            _list_alerts.request(
                status=status,
                severity=severity,
                rule_id=rule_id,
                identity_id=identity_id,
                sort=sort,
                page=page,
                cursor=cursor,
                limit=limit,
            ),
            _list_alerts.answer,
        )

    def list_pages(
        self,
        *,
        status: AlertStatus | str | Unset = UNSET,
        severity: Severity | str | Unset = UNSET,
        rule_id: str | Unset = UNSET,
        identity_id: str | Unset = UNSET,
        sort: ListAlertsSort | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> Iterator[AlertList]:
        """List alerts: every page, as they are asked for.

        Newest first. What happens again while an alert is not resolved is counted in it.
        """

        return _pages.by_page(
            lambda page: self.list(
                status=status,
                severity=severity,
                rule_id=rule_id,
                identity_id=identity_id,
                sort=sort,
                cursor=cursor,
                limit=limit,
                page=page,
            )
        )

    def list_all(
        self,
        *,
        status: AlertStatus | str | Unset = UNSET,
        severity: Severity | str | Unset = UNSET,
        rule_id: str | Unset = UNSET,
        identity_id: str | Unset = UNSET,
        sort: ListAlertsSort | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> Iterator[Alert]:
        """List alerts: every item of every page.

        Newest first. What happens again while an alert is not resolved is counted in it.
        """

        return _pages.items(
            self.list_pages(
                status=status,
                severity=severity,
                rule_id=rule_id,
                identity_id=identity_id,
                sort=sort,
                cursor=cursor,
                limit=limit,
            )
        )

    def get(
        self,
        id: str,
    ) -> Alert:
        """Get an alert."""

        return self._transport.call(
            _get_alert.request(
                id,
            ),
            _get_alert.answer,
        )

    def update(
        self,
        id: str,
        *,
        status: AlertStatus | str | Unset = UNSET,
        if_match: str | Unset = UNSET,
    ) -> Alert:
        """Acknowledge or resolve an alert.

        `RESOLVED` closes it for good; when it happens again, there is another alert.
        """

        return self._transport.call(
            _update_alert.request(
                id,
                status=status,
                if_match=if_match,
            ),
            _update_alert.answer,
        )

    def list_rules(
        self,
        *,
        page: int | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AlertRuleList:
        """List alert rules.

        Newest first.
        """

        return self._transport.call(
            _list_alert_rules.request(
                page=page,
                limit=limit,
            ),
            _list_alert_rules.answer,
        )

    def list_rules_pages(
        self,
        *,
        limit: int | Unset = UNSET,
    ) -> Iterator[AlertRuleList]:
        """List alert rules: every page, as they are asked for.

        Newest first.
        """

        return _pages.by_page(
            lambda page: self.list_rules(
                limit=limit,
                page=page,
            )
        )

    def list_rules_all(
        self,
        *,
        limit: int | Unset = UNSET,
    ) -> Iterator[AlertRule]:
        """List alert rules: every item of every page.

        Newest first.
        """

        return _pages.items(
            self.list_rules_pages(
                limit=limit,
            )
        )

    def create_rule(
        self,
        *,
        name: str,
        events: builtins.list[AlertTrigger | str],
        conditions: AlertConditions | Unset = UNSET,
        enabled: bool | Unset = UNSET,
        throttle_seconds: int | Unset = UNSET,
        channels: builtins.list[AlertChannelInput] | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> AlertRule:
        """Create an alert rule.

        From now on, each of these events that matches raises an alert, which is also sent to the
        `channels` of the rule. Some events raise an alert without a rule: disabled webhooks,
        leaked credentials, violated policies whose actions include `ALERT`, and identities whose
        owner has left.
        """

        return self._transport.call(
            _create_alert_rule.request(
                name=name,
                events=events,
                conditions=conditions,
                enabled=enabled,
                throttle_seconds=throttle_seconds,
                channels=channels,
                idempotency_key=idempotency_key,
            ),
            _create_alert_rule.answer,
        )

    def get_rule(
        self,
        id: str,
    ) -> AlertRule:
        """Get an alert rule."""

        return self._transport.call(
            _get_alert_rule.request(
                id,
            ),
            _get_alert_rule.answer,
        )

    def delete_rule(
        self,
        id: str,
        *,
        if_match: str | Unset = UNSET,
    ) -> Deleted:
        """Delete an alert rule.

        The alerts it raised stay.
        """

        return self._transport.call(
            _delete_alert_rule.request(
                id,
                if_match=if_match,
            ),
            _delete_alert_rule.answer,
        )

    def update_rule(
        self,
        id: str,
        *,
        name: str | Unset = UNSET,
        events: builtins.list[AlertTrigger | str] | Unset = UNSET,
        conditions: AlertConditionsPatch | Unset = UNSET,
        enabled: bool | Unset = UNSET,
        throttle_seconds: int | Unset = UNSET,
        channels: builtins.list[AlertChannelInput] | Unset = UNSET,
        if_match: str | Unset = UNSET,
    ) -> AlertRule:
        """Change an alert rule."""

        return self._transport.call(
            _update_alert_rule.request(
                id,
                name=name,
                events=events,
                conditions=conditions,
                enabled=enabled,
                throttle_seconds=throttle_seconds,
                channels=channels,
                if_match=if_match,
            ),
            _update_alert_rule.answer,
        )

    def test_rule(
        self,
        id: str,
    ) -> AlertRuleTest:
        """Send a test message to the channels of an alert rule.

        Sends a message that says that it is a test to each channel of the rule, also if the rule
        is not enabled. It waits up to 30 seconds for the receivers. If a receiver fails, this
        call still succeeds: the channel has the status `FAILED`. Mails are sent soon after. All
        rules of an organization get at most 20 tests a minute together, and a user gets at most
        ten test mails an hour.
        """

        return self._transport.call(
            _test_alert_rule.request(
                id,
            ),
            _test_alert_rule.answer,
        )


class AsyncAlertsFamily:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        *,
        status: AlertStatus | str | Unset = UNSET,
        severity: Severity | str | Unset = UNSET,
        rule_id: str | Unset = UNSET,
        identity_id: str | Unset = UNSET,
        sort: ListAlertsSort | Unset = UNSET,
        page: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AlertList:
        """List alerts.

        Newest first. What happens again while an alert is not resolved is counted in it.
        """

        return await self._transport.call(
            _list_alerts.request(
                status=status,
                severity=severity,
                rule_id=rule_id,
                identity_id=identity_id,
                sort=sort,
                page=page,
                cursor=cursor,
                limit=limit,
            ),
            _list_alerts.answer,
        )

    def list_pages(
        self,
        *,
        status: AlertStatus | str | Unset = UNSET,
        severity: Severity | str | Unset = UNSET,
        rule_id: str | Unset = UNSET,
        identity_id: str | Unset = UNSET,
        sort: ListAlertsSort | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[AlertList]:
        """List alerts: every page, as they are asked for.

        Newest first. What happens again while an alert is not resolved is counted in it.
        """

        return _pages.async_by_page(
            lambda page: self.list(
                status=status,
                severity=severity,
                rule_id=rule_id,
                identity_id=identity_id,
                sort=sort,
                cursor=cursor,
                limit=limit,
                page=page,
            )
        )

    def list_all(
        self,
        *,
        status: AlertStatus | str | Unset = UNSET,
        severity: Severity | str | Unset = UNSET,
        rule_id: str | Unset = UNSET,
        identity_id: str | Unset = UNSET,
        sort: ListAlertsSort | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[Alert]:
        """List alerts: every item of every page.

        Newest first. What happens again while an alert is not resolved is counted in it.
        """

        return _pages.async_items(
            self.list_pages(
                status=status,
                severity=severity,
                rule_id=rule_id,
                identity_id=identity_id,
                sort=sort,
                cursor=cursor,
                limit=limit,
            )
        )

    async def get(
        self,
        id: str,
    ) -> Alert:
        """Get an alert."""

        return await self._transport.call(
            _get_alert.request(
                id,
            ),
            _get_alert.answer,
        )

    async def update(
        self,
        id: str,
        *,
        status: AlertStatus | str | Unset = UNSET,
        if_match: str | Unset = UNSET,
    ) -> Alert:
        """Acknowledge or resolve an alert.

        `RESOLVED` closes it for good; when it happens again, there is another alert.
        """

        return await self._transport.call(
            _update_alert.request(
                id,
                status=status,
                if_match=if_match,
            ),
            _update_alert.answer,
        )

    async def list_rules(
        self,
        *,
        page: int | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AlertRuleList:
        """List alert rules.

        Newest first.
        """

        return await self._transport.call(
            _list_alert_rules.request(
                page=page,
                limit=limit,
            ),
            _list_alert_rules.answer,
        )

    def list_rules_pages(
        self,
        *,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[AlertRuleList]:
        """List alert rules: every page, as they are asked for.

        Newest first.
        """

        return _pages.async_by_page(
            lambda page: self.list_rules(
                limit=limit,
                page=page,
            )
        )

    def list_rules_all(
        self,
        *,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[AlertRule]:
        """List alert rules: every item of every page.

        Newest first.
        """

        return _pages.async_items(
            self.list_rules_pages(
                limit=limit,
            )
        )

    async def create_rule(
        self,
        *,
        name: str,
        events: builtins.list[AlertTrigger | str],
        conditions: AlertConditions | Unset = UNSET,
        enabled: bool | Unset = UNSET,
        throttle_seconds: int | Unset = UNSET,
        channels: builtins.list[AlertChannelInput] | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> AlertRule:
        """Create an alert rule.

        From now on, each of these events that matches raises an alert, which is also sent to the
        `channels` of the rule. Some events raise an alert without a rule: disabled webhooks,
        leaked credentials, violated policies whose actions include `ALERT`, and identities whose
        owner has left.
        """

        return await self._transport.call(
            _create_alert_rule.request(
                name=name,
                events=events,
                conditions=conditions,
                enabled=enabled,
                throttle_seconds=throttle_seconds,
                channels=channels,
                idempotency_key=idempotency_key,
            ),
            _create_alert_rule.answer,
        )

    async def get_rule(
        self,
        id: str,
    ) -> AlertRule:
        """Get an alert rule."""

        return await self._transport.call(
            _get_alert_rule.request(
                id,
            ),
            _get_alert_rule.answer,
        )

    async def delete_rule(
        self,
        id: str,
        *,
        if_match: str | Unset = UNSET,
    ) -> Deleted:
        """Delete an alert rule.

        The alerts it raised stay.
        """

        return await self._transport.call(
            _delete_alert_rule.request(
                id,
                if_match=if_match,
            ),
            _delete_alert_rule.answer,
        )

    async def update_rule(
        self,
        id: str,
        *,
        name: str | Unset = UNSET,
        events: builtins.list[AlertTrigger | str] | Unset = UNSET,
        conditions: AlertConditionsPatch | Unset = UNSET,
        enabled: bool | Unset = UNSET,
        throttle_seconds: int | Unset = UNSET,
        channels: builtins.list[AlertChannelInput] | Unset = UNSET,
        if_match: str | Unset = UNSET,
    ) -> AlertRule:
        """Change an alert rule."""

        return await self._transport.call(
            _update_alert_rule.request(
                id,
                name=name,
                events=events,
                conditions=conditions,
                enabled=enabled,
                throttle_seconds=throttle_seconds,
                channels=channels,
                if_match=if_match,
            ),
            _update_alert_rule.answer,
        )

    async def test_rule(
        self,
        id: str,
    ) -> AlertRuleTest:
        """Send a test message to the channels of an alert rule.

        Sends a message that says that it is a test to each channel of the rule, also if the rule
        is not enabled. It waits up to 30 seconds for the receivers. If a receiver fails, this
        call still succeeds: the channel has the status `FAILED`. Mails are sent soon after. All
        rules of an organization get at most 20 tests a minute together, and a user gets at most
        ten test mails an hour.
        """

        return await self._transport.call(
            _test_alert_rule.request(
                id,
            ),
            _test_alert_rule.answer,
        )
