import { Badge, Group, Text, Tooltip } from '@mantine/core';
import { listWebhooks } from '../../generated/sdk.gen.ts';
import { texts } from '../../texts/webhooks.ts';
import { RowLink } from '../../ui/columns.tsx';
import { fromNow, Moment } from '../../ui/moment.tsx';
import { NameLine } from '../../ui/name-line.tsx';
import { byPage } from '../../ui/paging.ts';
import { ResourcePage } from '../../ui/resource-list.tsx';
import { resource } from '../../ui/resource.ts';
import { State } from '../../ui/state.tsx';
import { CreateWebhook } from './create-webhook.tsx';
import { LettersWaiting } from './letters-waiting.tsx';
import { delivered, milliseconds } from './rates.ts';

const webhooks = resource({
  list: { listWebhooks },
  pages: byPage,
  limit: 20,
  filters: [
    { name: 'status', title: texts.filters.status, values: ['ACTIVE', 'PAUSED', 'DISABLED'] },
    {
      name: 'failing',
      title: texts.filters.health,
      values: [{ value: 'true', label: texts.failing }],
      as: Boolean,
    },
    {
      name: 'hasDeadLetters',
      title: texts.columns.deadLetters,
      values: [{ value: 'true', label: texts.filters.letters }],
      as: Boolean,
    },
  ],
  name: texts.title,
  columns: [
    {
      id: 'name',
      title: texts.columns.name,
      csv: ({ name }) => name,
      cell: ({ id, name, url }) => (
        <NameLine name={<RowLink to={`webhooks/${id}`}>{name}</RowLink>} detail={url} />
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
            <State
              value={lastDeliveryStatus === 'PENDING' ? 'RETRYING' : (lastDeliveryStatus ?? 'UNKNOWN')}
            />
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
  ],
  nameOf: ({ name }) => name,
  words: { create: texts.create, empty: texts.empty },
  write: 'webhooks.write',
  create: CreateWebhook,
});

export const WebhookList = () => (
  <ResourcePage of={webhooks} head={{ title: texts.title, text: texts.text }} />
);
