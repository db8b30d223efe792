import builtins
import datetime
from collections.abc import AsyncIterator, Iterator

from keyward_client import _pages
from keyward_client._transport import AsyncTransport, Transport

from ...models.dead_letter_core import DeadLetterCore
from ...models.dead_letter_detail import DeadLetterDetail
from ...models.dead_letter_list import DeadLetterList
from ...models.deleted import Deleted
from ...models.delivery_core import DeliveryCore
from ...models.delivery_detail import DeliveryDetail
from ...models.delivery_list import DeliveryList
from ...models.delivery_status import DeliveryStatus
from ...models.event_subscription import EventSubscription
from ...models.list_dead_letters_sort import ListDeadLettersSort
from ...models.list_deliveries_sort import ListDeliveriesSort
from ...models.redelivery import Redelivery
from ...models.webhook import Webhook
from ...models.webhook_list import WebhookList
from ...models.webhook_listener_core import WebhookListenerCore
from ...models.webhook_listener_list import WebhookListenerList
from ...models.webhook_listener_with_secret import WebhookListenerWithSecret
from ...models.webhook_ordering import WebhookOrdering
from ...models.webhook_status import WebhookStatus
from ...models.webhook_test import WebhookTest
from ...models.webhook_with_secret import WebhookWithSecret
from ...models.webhook_with_stats import WebhookWithStats
from ...types import UNSET, Unset
from . import create_webhook as _create_webhook
from . import create_webhook_listener as _create_webhook_listener
from . import delete_dead_letter as _delete_dead_letter
from . import delete_webhook as _delete_webhook
from . import delete_webhook_listener as _delete_webhook_listener
from . import get_dead_letter as _get_dead_letter
from . import get_delivery as _get_delivery
from . import get_webhook as _get_webhook
from . import list_dead_letters as _list_dead_letters
from . import list_deliveries as _list_deliveries
from . import list_webhook_listeners as _list_webhook_listeners
from . import list_webhooks as _list_webhooks
from . import pause_webhook as _pause_webhook
from . import recover_webhook as _recover_webhook
from . import replay_dead_letter as _replay_dead_letter
from . import replay_dead_letters as _replay_dead_letters
from . import resume_webhook as _resume_webhook
from . import retry_delivery as _retry_delivery
from . import rotate_webhook_secret as _rotate_webhook_secret
from . import stream_webhook_listener as _stream_webhook_listener
from . import test_webhook as _test_webhook
from . import update_webhook as _update_webhook


class WebhooksFamily:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        status: str | Unset | WebhookStatus = UNSET,
        failing: bool | Unset = UNSET,
        has_dead_letters: bool | Unset = UNSET,
        page: int | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> WebhookList:
        """List webhooks.

        Newest first.
        """

        return self._transport.call(
            _list_webhooks.request(
                status=status,
                failing=failing,
                has_dead_letters=has_dead_letters,
                page=page,
                limit=limit,
            ),
            _list_webhooks.answer,
        )

    def list_pages(
        self,
        *,
        status: str | Unset | WebhookStatus = UNSET,
        failing: bool | Unset = UNSET,
        has_dead_letters: bool | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> Iterator[WebhookList]:
        """List webhooks: every page, as they are asked for.

        Newest first.
        """

        return _pages.by_page(
            lambda page: self.list(
                status=status,
                failing=failing,
                has_dead_letters=has_dead_letters,
                limit=limit,
                page=page,
            )
        )

    def list_all(
        self,
        *,
        status: str | Unset | WebhookStatus = UNSET,
        failing: bool | Unset = UNSET,
        has_dead_letters: bool | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> Iterator[WebhookWithStats]:
        """List webhooks: every item of every page.

        Newest first.
        """

        return _pages.items(
            self.list_pages(
                status=status,
                failing=failing,
                has_dead_letters=has_dead_letters,
                limit=limit,
            )
        )

    def create(
        self,
        *,
        name: str,
        url: str,
        events: builtins.list[EventSubscription | str],
        ordering: str | Unset | WebhookOrdering = UNSET,
        idempotency_key: str | Unset = UNSET,
        x_wrap_ttl: int | Unset = UNSET,
    ) -> WebhookWithSecret:
        """Create a webhook.

        From now on, every event that the webhook subscribes to is sent to its `url`, signed with
        its `signingSecret`. `events` describes the deliveries and how to verify them. The key
        must hold the scopes that read those events, such as `directory.read` for `user.*` and
        every `.read` for `*`. 403 `SCOPE_NOT_GRANTABLE` names the missing scopes.
        """

        return self._transport.call(
            _create_webhook.request(
                name=name,
                url=url,
                events=events,
                ordering=ordering,
                idempotency_key=idempotency_key,
                x_wrap_ttl=x_wrap_ttl,
            ),
            _create_webhook.answer,
        )

    def get(
        self,
        id: str,
    ) -> WebhookWithStats:
        """Get a webhook."""

        return self._transport.call(
            _get_webhook.request(
                id,
            ),
            _get_webhook.answer,
        )

    def update(
        self,
        id: str,
        *,
        name: str | Unset = UNSET,
        url: str | Unset = UNSET,
        events: builtins.list[EventSubscription | str] | Unset = UNSET,
        ordering: str | Unset | WebhookOrdering = UNSET,
        if_match: str | Unset = UNSET,
    ) -> Webhook:
        """Change a webhook.

        Fields that are left out keep their values. A change of `url` or `events` needs a key that
        holds what reads the events, as creating does (403 `SCOPE_NOT_GRANTABLE`).
        """

        return self._transport.call(
            _update_webhook.request(
                id,
                name=name,
                url=url,
                events=events,
                ordering=ordering,
                if_match=if_match,
            ),
            _update_webhook.answer,
        )

    def delete(
        self,
        id: str,
        *,
        if_match: str | Unset = UNSET,
    ) -> Deleted:
        """Delete a webhook.

        No further events are delivered: what was not delivered is canceled, and an attempt under
        way may finish.
        """

        return self._transport.call(
            _delete_webhook.request(
                id,
                if_match=if_match,
            ),
            _delete_webhook.answer,
        )

    def test(
        self,
        id: str,
    ) -> WebhookTest:
        """Send a test event.

        Sends `webhook.test` once, signed like every delivery, and waits up to 30 seconds for the
        response. The status of the webhook does not matter. If the endpoint fails, this call
        still succeeds: it answers 200 with `status` `FAILED`. The test does not count in
        statistics. A webhook gets at most ten tests a minute.
        """

        return self._transport.call(
            _test_webhook.request(
                id,
            ),
            _test_webhook.answer,
        )

    def pause(
        self,
        id: str,
        *,
        if_match: str | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> Webhook:
        """Pause a webhook.

        Events are held for up to 30 days, and delivered in their order when the webhook is
        resumed. Pausing a paused webhook is not an error.
        """

        return self._transport.call(
            _pause_webhook.request(
                id,
                if_match=if_match,
                idempotency_key=idempotency_key,
            ),
            _pause_webhook.answer,
        )

    def resume(
        self,
        id: str,
        *,
        if_match: str | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> Webhook:
        """Resume a webhook.

        Ends a pause, and delivers the held events. If the webhook was disabled for its failures,
        new events are delivered from now on. `recover` sends the missed events. Resuming an
        active webhook is not an error.
        """

        return self._transport.call(
            _resume_webhook.request(
                id,
                if_match=if_match,
                idempotency_key=idempotency_key,
            ),
            _resume_webhook.answer,
        )

    def recover(
        self,
        id: str,
        *,
        since: datetime.datetime,
        until: datetime.datetime | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> Redelivery:
        """Send the missed events of a webhook again.

        Sends the events in this time that the webhook subscribes to. Events that were delivered,
        or are about to be, are left out. The oldest events come first, at most 1000 in a call.
        Dead letters of these events are removed.
        """

        return self._transport.call(
            _recover_webhook.request(
                id,
                since=since,
                until=until,
                idempotency_key=idempotency_key,
            ),
            _recover_webhook.answer,
        )

    def rotate_secret(
        self,
        id: str,
        *,
        grace_period: int | Unset = UNSET,
        if_match: str | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
        x_wrap_ttl: int | Unset = UNSET,
    ) -> WebhookWithSecret:
        """Give a webhook a new signing secret.

        Until the grace period ends, deliveries are signed with both secrets. `webhook-signature`
        carries both signatures, `X-Service-Signature-Previous` that of the old secret.
        """

        return self._transport.call(
            _rotate_webhook_secret.request(
                id,
                grace_period=grace_period,
                if_match=if_match,
                idempotency_key=idempotency_key,
                x_wrap_ttl=x_wrap_ttl,
            ),
            _rotate_webhook_secret.answer,
        )

    def list_deliveries(
        self,
        id: str,
        *,
        status: DeliveryStatus | str | Unset = UNSET,
        event_type: str | Unset = UNSET,
        from_: datetime.datetime | Unset = UNSET,
        to: datetime.datetime | Unset = UNSET,
        sort: ListDeliveriesSort | Unset = UNSET,
        page: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> DeliveryList:
        """List the deliveries of a webhook.

        Newest first; kept for 30 days.
        """

        return self._transport.call(
            _list_deliveries.request(
                id,
                status=status,
                event_type=event_type,
                from_=from_,
                to=to,
                sort=sort,
                page=page,
                cursor=cursor,
                limit=limit,
            ),
            _list_deliveries.answer,
        )

    def list_deliveries_pages(
        self,
        id: str,
        *,
        status: DeliveryStatus | str | Unset = UNSET,
        event_type: str | Unset = UNSET,
        from_: datetime.datetime | Unset = UNSET,
        to: datetime.datetime | Unset = UNSET,
        sort: ListDeliveriesSort | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> Iterator[DeliveryList]:
        """List the deliveries of a webhook: every page, as they are asked for.

        Newest first; kept for 30 days.
        """

        return _pages.by_page(
            lambda page: self.list_deliveries(
                id,
                status=status,
                event_type=event_type,
                from_=from_,
                to=to,
                sort=sort,
                cursor=cursor,
                limit=limit,
                page=page,
            )
        )

    def list_deliveries_all(
        self,
        id: str,
        *,
        status: DeliveryStatus | str | Unset = UNSET,
        event_type: str | Unset = UNSET,
        from_: datetime.datetime | Unset = UNSET,
        to: datetime.datetime | Unset = UNSET,
        sort: ListDeliveriesSort | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> Iterator[DeliveryCore]:
        """List the deliveries of a webhook: every item of every page.

        Newest first; kept for 30 days.
        """

        return _pages.items(
            self.list_deliveries_pages(
                id,
                status=status,
                event_type=event_type,
                from_=from_,
                to=to,
                sort=sort,
                cursor=cursor,
                limit=limit,
            )
        )

    def get_delivery(
        self,
        id: str,
        delivery_id: str,
    ) -> DeliveryDetail:
        """Get a delivery.

        With what is sent, and every attempt. The key must also hold what reads the event, such as
        `directory.read` for `user.*`: 403 names what it lacks.
        """

        return self._transport.call(
            _get_delivery.request(
                id,
                delivery_id,
            ),
            _get_delivery.answer,
        )

    def retry_delivery(
        self,
        id: str,
        delivery_id: str,
        *,
        idempotency_key: str | Unset = UNSET,
    ) -> DeliveryCore:
        """Retry a delivery.

        If the delivery waits for its next attempt, the attempt is made now. If it is finished,
        successfully or not, another delivery of the same event is made. Its dead letter is then
        removed.
        """

        return self._transport.call(
            _retry_delivery.request(
                id,
                delivery_id,
                idempotency_key=idempotency_key,
            ),
            _retry_delivery.answer,
        )

    def list_dead_letters(
        self,
        id: str,
        *,
        event_type: str | Unset = UNSET,
        sort: ListDeadLettersSort | Unset = UNSET,
        page: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> DeadLetterList:
        """List the dead letters of a webhook.

        Deliveries whose last attempt failed, newest first; kept for 30 days.
        """

        return self._transport.call(
            _list_dead_letters.request(
                id,
                event_type=event_type,
                sort=sort,
                page=page,
                cursor=cursor,
                limit=limit,
            ),
            _list_dead_letters.answer,
        )

    def list_dead_letters_pages(
        self,
        id: str,
        *,
        event_type: str | Unset = UNSET,
        sort: ListDeadLettersSort | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> Iterator[DeadLetterList]:
        """List the dead letters of a webhook: every page, as they are asked for.

        Deliveries whose last attempt failed, newest first; kept for 30 days.
        """

        return _pages.by_page(
            lambda page: self.list_dead_letters(
                id,
                event_type=event_type,
                sort=sort,
                cursor=cursor,
                limit=limit,
                page=page,
            )
        )

    def list_dead_letters_all(
        self,
        id: str,
        *,
        event_type: str | Unset = UNSET,
        sort: ListDeadLettersSort | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> Iterator[DeadLetterCore]:
        """List the dead letters of a webhook: every item of every page.

        Deliveries whose last attempt failed, newest first; kept for 30 days.
        """

        return _pages.items(
            self.list_dead_letters_pages(
                id,
                event_type=event_type,
                sort=sort,
                cursor=cursor,
                limit=limit,
            )
        )

    def replay_dead_letters(
        self,
        id: str,
        *,
        since: datetime.datetime,
        until: datetime.datetime | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> Redelivery:
        """Replay the dead letters of a time.

        Delivers events that failed for good in this time once more, and removes their dead
        letters. The oldest come first, at most 1000 in a call.
        """

        return self._transport.call(
            _replay_dead_letters.request(
                id,
                since=since,
                until=until,
                idempotency_key=idempotency_key,
            ),
            _replay_dead_letters.answer,
        )

    def get_dead_letter(
        self,
        id: str,
        dead_letter_id: str,
    ) -> DeadLetterDetail:
        """Get a dead letter.

        With what was sent, and every attempt. The key must also hold what reads the event, such
        as `directory.read` for `user.*`: 403 names what it lacks.
        """

        return self._transport.call(
            _get_dead_letter.request(
                id,
                dead_letter_id,
            ),
            _get_dead_letter.answer,
        )

    def delete_dead_letter(
        self,
        id: str,
        dead_letter_id: str,
    ) -> Deleted:
        """Delete a dead letter.

        Its event is not delivered any more; the delivery stays in the list as `FAILED`.
        """

        return self._transport.call(
            _delete_dead_letter.request(
                id,
                dead_letter_id,
            ),
            _delete_dead_letter.answer,
        )

    def replay_dead_letter(
        self,
        id: str,
        dead_letter_id: str,
        *,
        idempotency_key: str | Unset = UNSET,
    ) -> DeliveryCore:
        """Replay a dead letter.

        Delivers its event once more, with all attempts, and removes it.
        """

        return self._transport.call(
            _replay_dead_letter.request(
                id,
                dead_letter_id,
                idempotency_key=idempotency_key,
            ),
            _replay_dead_letter.answer,
        )

    def list_listeners(
        self,
        *,
        page: int | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> WebhookListenerList:
        """List who listens to events.

        Newest first.
        """

        return self._transport.call(
            _list_webhook_listeners.request(
                page=page,
                limit=limit,
            ),
            _list_webhook_listeners.answer,
        )

    def list_listeners_pages(
        self,
        *,
        limit: int | Unset = UNSET,
    ) -> Iterator[WebhookListenerList]:
        """List who listens to events: every page, as they are asked for.

        Newest first.
        """

        return _pages.by_page(
            lambda page: self.list_listeners(
                limit=limit,
                page=page,
            )
        )

    def list_listeners_all(
        self,
        *,
        limit: int | Unset = UNSET,
    ) -> Iterator[WebhookListenerCore]:
        """List who listens to events: every item of every page.

        Newest first.
        """

        return _pages.items(
            self.list_listeners_pages(
                limit=limit,
            )
        )

    def create_listener(
        self,
        *,
        events: builtins.list[EventSubscription | str],
        idempotency_key: str | Unset = UNSET,
        x_wrap_ttl: int | Unset = UNSET,
    ) -> WebhookListenerWithSecret:
        """Listen to events.

        Makes a temporary webhook without a URL. Read its deliveries with `streamWebhookListener`.
        They are signed with its `signingSecret`, as deliveries to a URL are. The caller must hold
        the scopes that read its events, such as `directory.read` for `user.*` and every `.read`
        for `*`. 403 `SCOPE_NOT_GRANTABLE` names the missing scopes. A tenant has at most 20
        listeners. A listener without an open stream for 60 seconds is gone. The command `keyward
        listen` creates a listener and reads its stream.
        """

        return self._transport.call(
            _create_webhook_listener.request(
                events=events,
                idempotency_key=idempotency_key,
                x_wrap_ttl=x_wrap_ttl,
            ),
            _create_webhook_listener.answer,
        )

    def delete_listener(
        self,
        id: str,
    ) -> Deleted:
        """Stop listening.

        Ends the stream of the listener, and removes it. The caller must hold the scopes that read
        its events.
        """

        return self._transport.call(
            _delete_webhook_listener.request(
                id,
            ),
            _delete_webhook_listener.answer,
        )

    def stream_listener(
        self,
        id: str,
        *,
        after: str | Unset = UNSET,
        seconds: int | Unset = UNSET,
    ) -> str:
        """Stream the deliveries of a listener.

        Streams NDJSON. A line `delivery` has the `headers` and the `body` of a signed request:
        send both to your receiver, with the `body` as it is. A line comes at least every 15
        seconds: a `heartbeat` if there was no delivery. A line `notice` has a `reason` and a
        `message`, and the stream goes on: with `LONG_TRANSACTION`, a change of the service takes
        longer than ten minutes, and its events may be missing. The last line `end` has a
        `reason`: `TIME`, `STOPPING` (the node stops), `REPLACED` (by another stream of the
        listener), `DELETED`, `UNAVAILABLE`, `UNREADABLE` (the secret), or `REFUSED` with the
        `code` of the refusal. Open the next stream within 60 seconds, on any node. Send the `id`
        of the last line that you read as `after`. Then no event is lost. Only the caller that
        created the listener can read it. The rights of the caller are read again before
        deliveries, and before each heartbeat after the first line. While deliveries are sent,
        they are read again every half second. The first stream begins with the events that
        happened after the listener was created.
        """

        return self._transport.call(
            _stream_webhook_listener.request(
                id,
                after=after,
                seconds=seconds,
            ),
            _stream_webhook_listener.answer,
        )


class AsyncWebhooksFamily:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        *,
        status: str | Unset | WebhookStatus = UNSET,
        failing: bool | Unset = UNSET,
        has_dead_letters: bool | Unset = UNSET,
        page: int | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> WebhookList:
        """List webhooks.

        Newest first.
        """

        return await self._transport.call(
            _list_webhooks.request(
                status=status,
                failing=failing,
                has_dead_letters=has_dead_letters,
                page=page,
                limit=limit,
            ),
            _list_webhooks.answer,
        )

    def list_pages(
        self,
        *,
        status: str | Unset | WebhookStatus = UNSET,
        failing: bool | Unset = UNSET,
        has_dead_letters: bool | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[WebhookList]:
        """List webhooks: every page, as they are asked for.

        Newest first.
        """

        return _pages.async_by_page(
            lambda page: self.list(
                status=status,
                failing=failing,
                has_dead_letters=has_dead_letters,
                limit=limit,
                page=page,
            )
        )

    def list_all(
        self,
        *,
        status: str | Unset | WebhookStatus = UNSET,
        failing: bool | Unset = UNSET,
        has_dead_letters: bool | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[WebhookWithStats]:
        """List webhooks: every item of every page.

        Newest first.
        """

        return _pages.async_items(
            self.list_pages(
                status=status,
                failing=failing,
                has_dead_letters=has_dead_letters,
                limit=limit,
            )
        )

    async def create(
        self,
        *,
        name: str,
        url: str,
        events: builtins.list[EventSubscription | str],
        ordering: str | Unset | WebhookOrdering = UNSET,
        idempotency_key: str | Unset = UNSET,
        x_wrap_ttl: int | Unset = UNSET,
    ) -> WebhookWithSecret:
        """Create a webhook.

        From now on, every event that the webhook subscribes to is sent to its `url`, signed with
        its `signingSecret`. `events` describes the deliveries and how to verify them. The key
        must hold the scopes that read those events, such as `directory.read` for `user.*` and
        every `.read` for `*`. 403 `SCOPE_NOT_GRANTABLE` names the missing scopes.
        """

        return await self._transport.call(
            _create_webhook.request(
                name=name,
                url=url,
                events=events,
                ordering=ordering,
                idempotency_key=idempotency_key,
                x_wrap_ttl=x_wrap_ttl,
            ),
            _create_webhook.answer,
        )

    async def get(
        self,
        id: str,
    ) -> WebhookWithStats:
        """Get a webhook."""

        return await self._transport.call(
            _get_webhook.request(
                id,
            ),
            _get_webhook.answer,
        )

    async def update(
        self,
        id: str,
        *,
        name: str | Unset = UNSET,
        url: str | Unset = UNSET,
        events: builtins.list[EventSubscription | str] | Unset = UNSET,
        ordering: str | Unset | WebhookOrdering = UNSET,
        if_match: str | Unset = UNSET,
    ) -> Webhook:
        """Change a webhook.

        Fields that are left out keep their values. A change of `url` or `events` needs a key that
        holds what reads the events, as creating does (403 `SCOPE_NOT_GRANTABLE`).
        """

        return await self._transport.call(
            _update_webhook.request(
                id,
                name=name,
                url=url,
                events=events,
                ordering=ordering,
                if_match=if_match,
            ),
            _update_webhook.answer,
        )

    async def delete(
        self,
        id: str,
        *,
        if_match: str | Unset = UNSET,
    ) -> Deleted:
        """Delete a webhook.

        No further events are delivered: what was not delivered is canceled, and an attempt under
        way may finish.
        """

        return await self._transport.call(
            _delete_webhook.request(
                id,
                if_match=if_match,
            ),
            _delete_webhook.answer,
        )

    async def test(
        self,
        id: str,
    ) -> WebhookTest:
        """Send a test event.

        Sends `webhook.test` once, signed like every delivery, and waits up to 30 seconds for the
        response. The status of the webhook does not matter. If the endpoint fails, this call
        still succeeds: it answers 200 with `status` `FAILED`. The test does not count in
        statistics. A webhook gets at most ten tests a minute.
        """

        return await self._transport.call(
            _test_webhook.request(
                id,
            ),
            _test_webhook.answer,
        )

    async def pause(
        self,
        id: str,
        *,
        if_match: str | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> Webhook:
        """Pause a webhook.

        Events are held for up to 30 days, and delivered in their order when the webhook is
        resumed. Pausing a paused webhook is not an error.
        """

        return await self._transport.call(
            _pause_webhook.request(
                id,
                if_match=if_match,
                idempotency_key=idempotency_key,
            ),
            _pause_webhook.answer,
        )

    async def resume(
        self,
        id: str,
        *,
        if_match: str | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> Webhook:
        """Resume a webhook.

        Ends a pause, and delivers the held events. If the webhook was disabled for its failures,
        new events are delivered from now on. `recover` sends the missed events. Resuming an
        active webhook is not an error.
        """

        return await self._transport.call(
            _resume_webhook.request(
                id,
                if_match=if_match,
                idempotency_key=idempotency_key,
            ),
            _resume_webhook.answer,
        )

    async def recover(
        self,
        id: str,
        *,
        since: datetime.datetime,
        until: datetime.datetime | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> Redelivery:
        """Send the missed events of a webhook again.

        Sends the events in this time that the webhook subscribes to. Events that were delivered,
        or are about to be, are left out. The oldest events come first, at most 1000 in a call.
        Dead letters of these events are removed.
        """

        return await self._transport.call(
            _recover_webhook.request(
                id,
                since=since,
                until=until,
                idempotency_key=idempotency_key,
            ),
            _recover_webhook.answer,
        )

    async def rotate_secret(
        self,
        id: str,
        *,
        grace_period: int | Unset = UNSET,
        if_match: str | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
        x_wrap_ttl: int | Unset = UNSET,
    ) -> WebhookWithSecret:
        """Give a webhook a new signing secret.

        Until the grace period ends, deliveries are signed with both secrets. `webhook-signature`
        carries both signatures, `X-Service-Signature-Previous` that of the old secret.
        """

        return await self._transport.call(
            _rotate_webhook_secret.request(
                id,
                grace_period=grace_period,
                if_match=if_match,
                idempotency_key=idempotency_key,
                x_wrap_ttl=x_wrap_ttl,
            ),
            _rotate_webhook_secret.answer,
        )

    async def list_deliveries(
        self,
        id: str,
        *,
        status: DeliveryStatus | str | Unset = UNSET,
        event_type: str | Unset = UNSET,
        from_: datetime.datetime | Unset = UNSET,
        to: datetime.datetime | Unset = UNSET,
        sort: ListDeliveriesSort | Unset = UNSET,
        page: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> DeliveryList:
        """List the deliveries of a webhook.

        Newest first; kept for 30 days.
        """

        return await self._transport.call(
            _list_deliveries.request(
                id,
                status=status,
                event_type=event_type,
                from_=from_,
                to=to,
                sort=sort,
                page=page,
                cursor=cursor,
                limit=limit,
            ),
            _list_deliveries.answer,
        )

    def list_deliveries_pages(
        self,
        id: str,
        *,
        status: DeliveryStatus | str | Unset = UNSET,
        event_type: str | Unset = UNSET,
        from_: datetime.datetime | Unset = UNSET,
        to: datetime.datetime | Unset = UNSET,
        sort: ListDeliveriesSort | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[DeliveryList]:
        """List the deliveries of a webhook: every page, as they are asked for.

        Newest first; kept for 30 days.
        """

        return _pages.async_by_page(
            lambda page: self.list_deliveries(
                id,
                status=status,
                event_type=event_type,
                from_=from_,
                to=to,
                sort=sort,
                cursor=cursor,
                limit=limit,
                page=page,
            )
        )

    def list_deliveries_all(
        self,
        id: str,
        *,
        status: DeliveryStatus | str | Unset = UNSET,
        event_type: str | Unset = UNSET,
        from_: datetime.datetime | Unset = UNSET,
        to: datetime.datetime | Unset = UNSET,
        sort: ListDeliveriesSort | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[DeliveryCore]:
        """List the deliveries of a webhook: every item of every page.

        Newest first; kept for 30 days.
        """

        return _pages.async_items(
            self.list_deliveries_pages(
                id,
                status=status,
                event_type=event_type,
                from_=from_,
                to=to,
                sort=sort,
                cursor=cursor,
                limit=limit,
            )
        )

    async def get_delivery(
        self,
        id: str,
        delivery_id: str,
    ) -> DeliveryDetail:
        """Get a delivery.

        With what is sent, and every attempt. The key must also hold what reads the event, such as
        `directory.read` for `user.*`: 403 names what it lacks.
        """

        return await self._transport.call(
            _get_delivery.request(
                id,
                delivery_id,
            ),
            _get_delivery.answer,
        )

    async def retry_delivery(
        self,
        id: str,
        delivery_id: str,
        *,
        idempotency_key: str | Unset = UNSET,
    ) -> DeliveryCore:
        """Retry a delivery.

        If the delivery waits for its next attempt, the attempt is made now. If it is finished,
        successfully or not, another delivery of the same event is made. Its dead letter is then
        removed.
        """

        return await self._transport.call(
            _retry_delivery.request(
                id,
                delivery_id,
                idempotency_key=idempotency_key,
            ),
            _retry_delivery.answer,
        )

    async def list_dead_letters(
        self,
        id: str,
        *,
        event_type: str | Unset = UNSET,
        sort: ListDeadLettersSort | Unset = UNSET,
        page: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> DeadLetterList:
        """List the dead letters of a webhook.

        Deliveries whose last attempt failed, newest first; kept for 30 days.
        """

        return await self._transport.call(
            _list_dead_letters.request(
                id,
                event_type=event_type,
                sort=sort,
                page=page,
                cursor=cursor,
                limit=limit,
            ),
            _list_dead_letters.answer,
        )

    def list_dead_letters_pages(
        self,
        id: str,
        *,
        event_type: str | Unset = UNSET,
        sort: ListDeadLettersSort | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[DeadLetterList]:
        """List the dead letters of a webhook: every page, as they are asked for.

        Deliveries whose last attempt failed, newest first; kept for 30 days.
        """

        return _pages.async_by_page(
            lambda page: self.list_dead_letters(
                id,
                event_type=event_type,
                sort=sort,
                cursor=cursor,
                limit=limit,
                page=page,
            )
        )

    def list_dead_letters_all(
        self,
        id: str,
        *,
        event_type: str | Unset = UNSET,
        sort: ListDeadLettersSort | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[DeadLetterCore]:
        """List the dead letters of a webhook: every item of every page.

        Deliveries whose last attempt failed, newest first; kept for 30 days.
        """

        return _pages.async_items(
            self.list_dead_letters_pages(
                id,
                event_type=event_type,
                sort=sort,
                cursor=cursor,
                limit=limit,
            )
        )

    async def replay_dead_letters(
        self,
        id: str,
        *,
        since: datetime.datetime,
        until: datetime.datetime | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> Redelivery:
        """Replay the dead letters of a time.

        Delivers events that failed for good in this time once more, and removes their dead
        letters. The oldest come first, at most 1000 in a call.
        """

        return await self._transport.call(
            _replay_dead_letters.request(
                id,
                since=since,
                until=until,
                idempotency_key=idempotency_key,
            ),
            _replay_dead_letters.answer,
        )

    async def get_dead_letter(
        self,
        id: str,
        dead_letter_id: str,
    ) -> DeadLetterDetail:
        """Get a dead letter.

        With what was sent, and every attempt. The key must also hold what reads the event, such
        as `directory.read` for `user.*`: 403 names what it lacks.
        """

        return await self._transport.call(
            _get_dead_letter.request(
                id,
                dead_letter_id,
            ),
            _get_dead_letter.answer,
        )

    async def delete_dead_letter(
        self,
        id: str,
        dead_letter_id: str,
    ) -> Deleted:
        """Delete a dead letter.

        Its event is not delivered any more; the delivery stays in the list as `FAILED`.
        """

        return await self._transport.call(
            _delete_dead_letter.request(
                id,
                dead_letter_id,
            ),
            _delete_dead_letter.answer,
        )

    async def replay_dead_letter(
        self,
        id: str,
        dead_letter_id: str,
        *,
        idempotency_key: str | Unset = UNSET,
    ) -> DeliveryCore:
        """Replay a dead letter.

        Delivers its event once more, with all attempts, and removes it.
        """

        return await self._transport.call(
            _replay_dead_letter.request(
                id,
                dead_letter_id,
                idempotency_key=idempotency_key,
            ),
            _replay_dead_letter.answer,
        )

    async def list_listeners(
        self,
        *,
        page: int | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> WebhookListenerList:
        """List who listens to events.

        Newest first.
        """

        return await self._transport.call(
            _list_webhook_listeners.request(
                page=page,
                limit=limit,
            ),
            _list_webhook_listeners.answer,
        )

    def list_listeners_pages(
        self,
        *,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[WebhookListenerList]:
        """List who listens to events: every page, as they are asked for.

        Newest first.
        """

        return _pages.async_by_page(
            lambda page: self.list_listeners(
                limit=limit,
                page=page,
            )
        )

    def list_listeners_all(
        self,
        *,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[WebhookListenerCore]:
        """List who listens to events: every item of every page.

        Newest first.
        """

        return _pages.async_items(
            self.list_listeners_pages(
                limit=limit,
            )
        )

    async def create_listener(
        self,
        *,
        events: builtins.list[EventSubscription | str],
        idempotency_key: str | Unset = UNSET,
        x_wrap_ttl: int | Unset = UNSET,
    ) -> WebhookListenerWithSecret:
        """Listen to events.

        Makes a temporary webhook without a URL. Read its deliveries with `streamWebhookListener`.
        They are signed with its `signingSecret`, as deliveries to a URL are. The caller must hold
        the scopes that read its events, such as `directory.read` for `user.*` and every `.read`
        for `*`. 403 `SCOPE_NOT_GRANTABLE` names the missing scopes. A tenant has at most 20
        listeners. A listener without an open stream for 60 seconds is gone. The command `keyward
        listen` creates a listener and reads its stream.
        """

        return await self._transport.call(
            _create_webhook_listener.request(
                events=events,
                idempotency_key=idempotency_key,
                x_wrap_ttl=x_wrap_ttl,
            ),
            _create_webhook_listener.answer,
        )

    async def delete_listener(
        self,
        id: str,
    ) -> Deleted:
        """Stop listening.

        Ends the stream of the listener, and removes it. The caller must hold the scopes that read
        its events.
        """

        return await self._transport.call(
            _delete_webhook_listener.request(
                id,
            ),
            _delete_webhook_listener.answer,
        )

    async def stream_listener(
        self,
        id: str,
        *,
        after: str | Unset = UNSET,
        seconds: int | Unset = UNSET,
    ) -> str:
        """Stream the deliveries of a listener.

        Streams NDJSON. A line `delivery` has the `headers` and the `body` of a signed request:
        send both to your receiver, with the `body` as it is. A line comes at least every 15
        seconds: a `heartbeat` if there was no delivery. A line `notice` has a `reason` and a
        `message`, and the stream goes on: with `LONG_TRANSACTION`, a change of the service takes
        longer than ten minutes, and its events may be missing. The last line `end` has a
        `reason`: `TIME`, `STOPPING` (the node stops), `REPLACED` (by another stream of the
        listener), `DELETED`, `UNAVAILABLE`, `UNREADABLE` (the secret), or `REFUSED` with the
        `code` of the refusal. Open the next stream within 60 seconds, on any node. Send the `id`
        of the last line that you read as `after`. Then no event is lost. Only the caller that
        created the listener can read it. The rights of the caller are read again before
        deliveries, and before each heartbeat after the first line. While deliveries are sent,
        they are read again every half second. The first stream begins with the events that
        happened after the listener was created.
        """

        return await self._transport.call(
            _stream_webhook_listener.request(
                id,
                after=after,
                seconds=seconds,
            ),
            _stream_webhook_listener.answer,
        )
