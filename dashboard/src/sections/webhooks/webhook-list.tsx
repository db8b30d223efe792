import { Anchor, Badge, Button, Group, Stack, Text, Tooltip } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../app/me.ts';
import { listWebhooksOptions } from '../../generated/@tanstack/react-query.gen.ts';
import { listWebhooks } from '../../generated/sdk.gen.ts';
import type { WebhookStatus, WebhookWithStats } from '../../generated/types.gen.ts';
import { texts } from '../../texts/webhooks.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Filters } from '../../ui/filters.tsx';
import { InCode } from '../../ui/in-code.tsx';
import { fromNow, Moment } from '../../ui/moment.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { State } from '../../ui/state.tsx';
import { useAsked } from '../../ui/use-asked.ts';
import { useSearch } from '../../ui/use-search.ts';
import { CreateWebhook } from './create-webhook.tsx';
import { LettersWaiting } from './letters-waiting.tsx';
import { byPage } from '../../ui/page-number.ts';
import { delivered, milliseconds } from './rates.ts';

const columns: readonly Column<WebhookWithStats>[] = [
  {
    id: 'name',
    title: texts.columns.name,
    csv: ({ name }) => name,
    cell: ({ id, name, url }) => (
      <Stack gap={0}>
        <Anchor fw={600} renderRoot={(props) => <PageLink to={`webhooks/${id}`} {...props} />}>
          {name}
        </Anchor>
        <Text size="xs" c="dimmed" lineClamp={2}>
          {url}
        </Text>
      </Stack>
    ),
  },
  {
    id: 'status',
    title: texts.columns.state,
    csv: ({ status, failingSince }) => (failingSince ? `${status}, ${texts.failing}` : status),
    cell: ({ status, failingSince }) => (
      <Group gap={4}>
        <State value={status} />
        {failingSince ? (
          <Tooltip label={texts.failingSince(fromNow(failingSince))}>
            <Badge color="red" tt="none" miw="max-content" tabIndex={0}>
              {texts.failing}
            </Badge>
          </Tooltip>
        ) : null}
      </Group>
    ),
  },
  {
    id: 'events',
    title: texts.columns.events,
    isMinor: true,
    csv: ({ events }) => events.join(' '),
    cell: ({ events }) => (
      <Tooltip label={events.slice(0, 12).join(', ')} multiline maw={420} disabled={events.includes('*')}>
        <span tabIndex={events.includes('*') ? undefined : 0} style={{ whiteSpace: 'nowrap' }}>
          {events.includes('*') ? texts.allEvents : texts.eventCount(events.length)}
        </span>
      </Tooltip>
    ),
  },
  {
    id: 'last',
    title: texts.columns.last,
    csv: ({ stats }) => stats.lastDeliveryAt,
    cell: ({ stats: { lastDeliveryAt, lastDeliveryStatus, lastLatencyMs } }) =>
      lastDeliveryAt === null ? (
        <Text size="sm" c="dimmed">
          {texts.noAttempt}
        </Text>
      ) : (
        <Group gap={6}>
          <Moment at={lastDeliveryAt} isRelative />
          {/* PENDING: the attempt failed and will be made again. */}
          <State value={lastDeliveryStatus === 'PENDING' ? 'RETRYING' : (lastDeliveryStatus ?? '')} />
          {lastLatencyMs === null ? null : (
            <Text size="xs" c="dimmed">
              {milliseconds(lastLatencyMs)}
            </Text>
          )}
        </Group>
      ),
  },
  {
    id: 'lastSuccess',
    title: texts.columns.lastSuccess,
    isMinor: true,
    csv: ({ stats }) => stats.lastSuccessAt,
    cell: ({ stats }) => <Moment at={stats.lastSuccessAt} isRelative />,
  },
  {
    id: 'success',
    title: texts.columns.success,
    isMinor: true,
    csv: ({ stats }) => delivered(stats),
    cell: ({ stats }) => <Text size="sm">{delivered(stats)}</Text>,
  },
  {
    id: 'letters',
    title: texts.columns.deadLetters,
    csv: ({ stats }) => stats.deadLetters,
    cell: (webhook) => <LettersWaiting webhook={webhook} />,
  },
];

export function WebhookList() {
  const [search, change] = useSearch();
  const [creates, setCreates] = useState(false);
  const mayWrite = useMay('webhooks.write');
  const query = {
    limit: 20,
    ...(search['status'] ? { status: search['status'] as WebhookStatus } : {}),
    ...(search['failing'] ? { failing: true } : {}),
    ...(search['hasDeadLetters'] ? { hasDeadLetters: true } : {}),
    ...byPage.query(search['cursor']),
  };
  const list = useQuery({ ...listWebhooksOptions({ query }), placeholderData: keepPreviousData });
  const create = mayWrite ? <Button onClick={() => setCreates(true)}>{texts.create}</Button> : null;
  useAsked('create', () => setCreates(true), mayWrite);
  return (
    <>
      <PageHead title={texts.title} text={texts.text}>
        <InCode call={{ operation: 'listWebhooks', query }} />
        {create}
      </PageHead>
      <Filters
        filters={[
          { name: 'status', title: texts.filters.status, values: ['ACTIVE', 'PAUSED', 'DISABLED'] },
          {
            name: 'failing',
            title: texts.filters.health,
            values: [{ value: 'true', label: texts.failing }],
          },
          {
            name: 'hasDeadLetters',
            title: texts.columns.deadLetters,
            values: [{ value: 'true', label: texts.filters.letters }],
          },
        ]}
      />
      <DataTable
        name={texts.title}
        columns={columns}
        rows={list.data?.data}
        rowId={({ id }) => id}
        error={list.error}
        onRetry={() => void list.refetch()}
        paging={list.data && byPage.paging(list.data.pagination)}
        cursor={search['cursor']}
        onCursor={(cursor) => change({ cursor }, true)}
        readPage={async (cursor, signal) =>
          byPage.page((await listWebhooks({ query: byPage.queryAt(query, cursor), signal })).data)
        }
        empty={<Empty {...texts.empty}>{create}</Empty>}
      />
      {creates ? <CreateWebhook onClose={() => setCreates(false)} /> : null}
    </>
  );
}
