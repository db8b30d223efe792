import { Anchor, Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../app/me.ts';
import { getDeliveryOptions } from '../../generated/@tanstack/react-query.gen.ts';
import { retryDelivery } from '../../generated/sdk.gen.ts';
import type { DeliveryDetail } from '../../generated/types.gen.ts';
import { texts as words } from '../../texts/deliveries.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Id } from '../../ui/copy.tsx';
import { Facts } from '../../ui/facts.tsx';
import { InCode } from '../../ui/in-code.tsx';
import { fromNow, Moment } from '../../ui/moment.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PageWaiting } from '../../ui/page-waiting.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { Problem } from '../../ui/problem.tsx';
import { State } from '../../ui/state.tsx';
import { useGo } from '../../ui/use-go.ts';
import { Attempts } from './attempts.tsx';
import { useWebhook } from './use-webhook.ts';

const isFinal = ({ status }: DeliveryDetail) => ['SUCCESS', 'FAILED', 'CANCELLED'].includes(status);

/** A delivery: its attempts, and what was sent and answered. */
export function DeliveryPage() {
  const { id, deliveryId } = useParams({ strict: false }) as { id: string; deliveryId: string };
  const path = { id, deliveryId };
  const webhook = useWebhook(id);
  const { data, error, refetch } = useQuery({
    ...getDeliveryOptions({ path }),
    refetchInterval: ({ state }) => (state.data?.status === 'PENDING' ? 2000 : false),
  });
  const [retries, setRetries] = useState(false);
  const mayWrite = useMay('webhooks.write');
  const failure = error ?? webhook.error;
  if (failure && (!data || !webhook.data)) return <Problem error={failure} onRetry={() => void refetch()} />;
  if (!data || !webhook.data) return <PageWaiting />;
  const again = isFinal(data) ? words.delivery.sendAgain : words.delivery.retryNow;
  const mayRetry = mayWrite && data.status !== 'CANCELLED' && data.status !== 'HELD';
  return (
    <Stack gap="md">
      <PageHead
        title={data.eventType}
        back={{ to: `webhooks/${id}`, title: webhook.data.data.name }}
        beside={<State value={data.status} />}
      >
        <InCode call={{ operation: 'getDelivery', path }} />
        {mayRetry ? <Button onClick={() => setRetries(true)}>{again}</Button> : null}
      </PageHead>
      <DeliveryFacts id={id} delivery={data} />
      <Attempts
        webhook={webhook.data.data}
        deliveryId={data.id}
        payload={data.payload}
        attempts={data.attempts}
      />
      {retries ? <Retry id={id} delivery={data} action={again} onClose={() => setRetries(false)} /> : null}
    </Stack>
  );
}

function DeliveryFacts({ id, delivery }: { id: string; delivery: DeliveryDetail }) {
  const { resourceId, nextAttemptAt, replayOf, deadLetterId } = delivery;
  return (
    <Facts
      rows={[
        [words.delivery.details, <Id key="id" value={delivery.id} />],
        [words.delivery.eventId, <Id key="event" value={delivery.eventId} />],
        [words.delivery.eventAt, <Moment key="at" at={delivery.eventAt} />],
        ...(resourceId ? [[words.delivery.resource, <Id key="resource" value={resourceId} />] as const] : []),
        ...(nextAttemptAt ? [[words.delivery.next, fromNow(nextAttemptAt)] as const] : []),
        ...(replayOf
          ? [
              [
                words.delivery.replayOf,
                <Anchor
                  key="replay"
                  renderRoot={(props) => <PageLink to={`webhooks/${id}/deliveries/${replayOf}`} {...props} />}
                >
                  {replayOf}
                </Anchor>,
              ] as const,
            ]
          : []),
        ...(deadLetterId
          ? [
              [
                words.delivery.deadLetter,
                <Anchor
                  key="letter"
                  renderRoot={(props) => (
                    <PageLink to={`webhooks/${id}/dead-letters/${deadLetterId}`} {...props} />
                  )}
                >
                  {deadLetterId}
                </Anchor>,
              ] as const,
            ]
          : []),
      ]}
    />
  );
}

function Retry({
  id,
  delivery,
  action,
  onClose,
}: {
  id: string;
  delivery: DeliveryDetail;
  action: string;
  onClose: () => void;
}) {
  const go = useGo();
  const path = { id, deliveryId: delivery.id };
  return (
    <Confirm
      title={`${action}?`}
      text={isFinal(delivery) ? words.delivery.againText : words.delivery.retryText}
      action={action}
      said={words.delivery.retried}
      isHarmless
      call={{ operation: 'retryDelivery', path }}
      act={async () => {
        const { data } = await retryDelivery({ path });
        // A finished delivery stays as it is: what is tried is another one, with a page of its own.
        if (data.id !== delivery.id) go(`webhooks/${id}/deliveries/${data.id}`);
      }}
      onClose={onClose}
    />
  );
}
