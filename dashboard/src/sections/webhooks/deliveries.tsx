import { Anchor, Button, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMay } from '../../app/me.ts';
import { listDeliveriesOptions } from '../../generated/@tanstack/react-query.gen.ts';
import { listDeliveries } from '../../generated/sdk.gen.ts';
import type { Delivery, DeliveryStatus, WebhookWithStats } from '../../generated/types.gen.ts';
import { texts as words } from '../../texts/deliveries.ts';
import { texts } from '../../texts/webhooks.ts';
import { queryAt } from '../../ui/csv.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Filters } from '../../ui/filters.tsx';
import { InCode } from '../../ui/in-code.tsx';
import { Moment } from '../../ui/moment.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { State } from '../../ui/state.tsx';
import { useRange } from '../../ui/time-range.ts';
import { TimeRange } from '../../ui/time-range.tsx';
import { useSearch } from '../../ui/use-search.ts';
import { AttemptResult } from './attempt-result.tsx';
import { eventFilter } from './event-filter.ts';
import type { Act } from './webhook-actions.tsx';
import { WebhookFrame } from './webhook-frame.tsx';

const states: readonly DeliveryStatus[] = ['PENDING', 'RETRYING', 'SUCCESS', 'FAILED', 'HELD', 'CANCELLED'];

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
  {
    id: 'status',
    title: words.delivery.state,
    csv: ({ status }) => status,
    cell: ({ status }) => <State value={status} />,
  },
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
  {
    id: 'attempts',
    title: words.delivery.attempts,
    isMinor: true,
    csv: ({ attemptCount }) => attemptCount,
    cell: ({ attemptCount }) => attemptCount,
  },
  {
    id: 'next',
    title: words.delivery.next,
    isMinor: true,
    csv: ({ nextAttemptAt }) => nextAttemptAt,
    cell: ({ nextAttemptAt }) => (nextAttemptAt ? <Moment at={nextAttemptAt} isRelative /> : null),
  },
  {
    id: 'made',
    title: words.delivery.made,
    sort: '-createdAt',
    csv: ({ createdAt }) => createdAt,
    cell: ({ createdAt }) => <Moment at={createdAt} />,
  },
];

/** The page of a webhook: its deliveries. */
export function WebhookDeliveries() {
  return (
    <WebhookFrame tab="deliveries">
      {(webhook, act) => <Deliveries webhook={webhook} onAct={act} />}
    </WebhookFrame>
  );
}

function Deliveries({ webhook, onAct }: { webhook: WebhookWithStats; onAct: (act: Act) => void }) {
  const [search, change] = useSearch();
  const mayWrite = useMay('webhooks.write');
  const path = { id: webhook.id };
  const { status, eventType, cursor, sort } = search;
  const range = useRange();
  const query = {
    limit: 50,
    ...(status ? { status: status as DeliveryStatus } : {}),
    ...(eventType ? { eventType } : {}),
    ...range,
    ...(sort === 'createdAt' ? { sort: 'createdAt' as const } : {}),
    ...(cursor ? { cursor } : {}),
  };
  const list = useQuery({
    ...listDeliveriesOptions({ path, query }),
    placeholderData: keepPreviousData,
    // While something is on its way, the list follows it.
    refetchInterval: ({ state }) => (state.data?.data.some((one) => one.status === 'PENDING') ? 3000 : false),
  });
  return (
    <div>
      <Filters
        filters={[
          { name: 'status', title: words.delivery.filters.status, values: states },
          eventFilter(webhook),
        ]}
      >
        <TimeRange />
        <InCode call={{ operation: 'listDeliveries', path, query }} />
      </Filters>
      <DataTable
        name={texts.tabs.deliveries}
        columns={columnsOf(webhook.id)}
        rows={list.data?.data}
        rowId={({ id }) => id}
        error={list.error}
        onRetry={() => void list.refetch()}
        paging={list.data?.pagination}
        cursor={cursor}
        onCursor={(next) => change({ cursor: next }, true)}
        readPage={async (cursor, signal) =>
          (await listDeliveries({ path, query: queryAt(query, cursor), signal })).data
        }
        defaultSort="-createdAt"
        empty={
          <Empty {...words.delivery.empty}>
            {mayWrite ? <Button onClick={() => onAct('test')}>{texts.actions.test}</Button> : null}
          </Empty>
        }
      />
    </div>
  );
}
