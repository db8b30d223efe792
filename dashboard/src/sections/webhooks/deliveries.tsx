import { Anchor, Button, Stack, Text } from '@mantine/core';
import { useMay } from '../../app/me.ts';
import { listDeliveries } from '../../generated/sdk.gen.ts';
import type { Delivery, WebhookWithStats } from '../../generated/types.gen.ts';
import { texts as words } from '../../texts/deliveries.ts';
import { texts } from '../../texts/webhooks.ts';
import { plain, state, time } from '../../ui/columns.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Filters } from '../../ui/filters.tsx';
import { InCode } from '../../ui/in-code.tsx';
import { listing } from '../../ui/listing.ts';
import { Moment } from '../../ui/moment.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { byCursor } from '../../ui/paging.ts';
import { useRange } from '../../ui/time-range.ts';
import { TimeRange } from '../../ui/time-range.tsx';
import { useList } from '../../ui/use-list.ts';
import { AttemptResult } from './attempt-result.tsx';
import { eventFilter } from './event-filter.ts';
import type { Act } from './webhook-actions.tsx';
import { WebhookFrame } from './webhook-frame.tsx';

const columnsOf = (webhook: string): readonly Column<Delivery>[] => [
  {
    id: 'event',
    title: words.delivery.event,
    csv: ({ eventType }) => eventType,
    cell: ({ id, eventType, eventId }) => (
      <Stack gap={0}>
        <Anchor
          fw={600}
          renderRoot={(props) => <PageLink to={`webhooks/${webhook}/deliveries/${id}`} {...props} />}
        >
          {eventType}
        </Anchor>
        <Text size="xs" c="dimmed" ff="monospace">
          {eventId}
        </Text>
      </Stack>
    ),
  },
  state('status', words.delivery.state),
  {
    id: 'response',
    title: words.delivery.response,
    csv: ({ lastAttempt }) => lastAttempt?.error ?? lastAttempt?.responseCode,
    cell: ({ lastAttempt }) => <AttemptResult attempt={lastAttempt} />,
  },
  {
    id: 'latency',
    title: words.delivery.latency,
    isMinor: true,
    csv: ({ lastAttempt }) => lastAttempt?.latency,
    cell: ({ lastAttempt }) => lastAttempt?.latency,
  },
  plain('attemptCount', words.delivery.attempts, { isMinor: true }),
  {
    id: 'next',
    title: words.delivery.next,
    isMinor: true,
    csv: ({ nextAttemptAt }) => nextAttemptAt,
    cell: ({ nextAttemptAt }) => (nextAttemptAt ? <Moment at={nextAttemptAt} isRelative /> : null),
  },
  time('createdAt', words.delivery.made, 'time', { sort: '-createdAt' }),
];

const deliveriesOf = (webhook: WebhookWithStats) =>
  listing({
    list: { listDeliveries },
    path: { id: webhook.id },
    pages: byCursor,
    filters: [
      {
        name: 'status',
        title: words.delivery.filters.status,
        values: ['PENDING', 'RETRYING', 'SUCCESS', 'FAILED', 'HELD', 'CANCELLED'],
      },
      eventFilter(webhook),
      { name: 'sort', as: (sort) => (sort === 'createdAt' ? sort : undefined) },
    ],
    defaultSort: '-createdAt',
  });

/** The page of a webhook: its deliveries. */
export function WebhookDeliveries() {
  return (
    <WebhookFrame tab="deliveries">
      {(webhook, act) => <Deliveries webhook={webhook} onAct={act} />}
    </WebhookFrame>
  );
}

function Deliveries({ webhook, onAct }: { webhook: WebhookWithStats; onAct: (act: Act) => void }) {
  const mayWrite = useMay('webhooks.write');
  const of = deliveriesOf(webhook);
  // While something is on its way, the list follows it.
  const list = useList(of, useRange(), (rows) =>
    rows.some(({ status }) => status === 'PENDING') ? 3000 : false,
  );
  return (
    <div>
      <Filters filters={of.filters}>
        <TimeRange />
        <InCode call={list.call} />
      </Filters>
      <DataTable
        name={texts.tabs.deliveries}
        columns={columnsOf(webhook.id)}
        {...list.table}
        empty={
          <Empty {...words.delivery.empty}>
            {mayWrite ? <Button onClick={() => onAct('test')}>{texts.actions.test}</Button> : null}
          </Empty>
        }
      />
    </div>
  );
}
