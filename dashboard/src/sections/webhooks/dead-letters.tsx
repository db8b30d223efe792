import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../app/me.ts';
import { listDeadLettersOptions } from '../../generated/@tanstack/react-query.gen.ts';
import { listDeadLetters, replayDeadLetters } from '../../generated/sdk.gen.ts';
import type { DeadLetter, WebhookWithStats } from '../../generated/types.gen.ts';
import { texts as words } from '../../texts/deliveries.ts';
import { texts } from '../../texts/webhooks.ts';
import { queryAt } from '../../ui/csv.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Filters } from '../../ui/filters.tsx';
import { InCode } from '../../ui/in-code.tsx';
import { Moment } from '../../ui/moment.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { useSelection } from '../../ui/use-selection.ts';
import { useSearch } from '../../ui/use-search.ts';
import { AttemptResult } from './attempt-result.tsx';
import { DoWithLetters, type LetterAct } from './do-with-letters.tsx';
import { eventFilter } from './event-filter.ts';
import { RangeDialog } from './range-dialog.tsx';
import { WebhookFrame } from './webhook-frame.tsx';

const nameOf = ({ eventType, eventId }: DeadLetter) => `${eventType} ${eventId}`;

const columnsOf = (
  webhook: string,
  onReplay: ((letter: DeadLetter) => void) | undefined,
): readonly Column<DeadLetter>[] => [
  {
    id: 'event',
    title: words.delivery.event,
    csv: ({ eventType }) => eventType,
    cell: ({ id, eventType, eventId }) => (
      <Stack gap={0}>
        <Anchor
          fw={600}
          renderRoot={(props) => <PageLink to={`webhooks/${webhook}/dead-letters/${id}`} {...props} />}
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
    id: 'reason',
    title: words.letters.reason,
    csv: ({ lastAttempt }) => lastAttempt?.error,
    cell: ({ lastAttempt }) => <AttemptResult attempt={lastAttempt} />,
  },
  {
    id: 'attempts',
    title: words.delivery.attempts,
    isMinor: true,
    csv: ({ attemptCount }) => attemptCount,
    cell: ({ attemptCount }) => attemptCount,
  },
  {
    id: 'eventAt',
    title: words.delivery.eventAt,
    isMinor: true,
    csv: ({ eventAt }) => eventAt,
    cell: ({ eventAt }) => <Moment at={eventAt} isRelative />,
  },
  {
    id: 'failedAt',
    title: words.letters.failedAt,
    sort: '-failedAt',
    csv: ({ failedAt }) => failedAt,
    cell: ({ failedAt }) => <Moment at={failedAt} />,
  },
  {
    id: 'expires',
    title: words.letters.expires,
    isMinor: true,
    csv: ({ expiresAt }) => expiresAt,
    cell: ({ expiresAt }) => <Moment at={expiresAt} isRelative />,
  },
  ...(onReplay
    ? [
        {
          id: 'replay',
          title: '',
          cell: (letter: DeadLetter) => (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`${words.letters.replay} ${nameOf(letter)}`}
              onClick={() => onReplay(letter)}
            >
              {words.letters.replay}
            </Button>
          ),
        },
      ]
    : []),
];

/** The dead letters of a webhook: reviewed, replayed or deleted. */
export function WebhookDeadLetters() {
  return <WebhookFrame tab="deadLetters">{(webhook) => <DeadLetters webhook={webhook} />}</WebhookFrame>;
}

function DeadLetters({ webhook }: { webhook: WebhookWithStats }) {
  const [search, change] = useSearch();
  const [doing, setDoing] = useState<{ act: LetterAct; letters: readonly DeadLetter[] }>();
  const [isRange, setIsRange] = useState(false);
  const mayWrite = useMay('webhooks.write');
  const path = { id: webhook.id };
  const { eventType, cursor, sort } = search;
  const query = {
    limit: 50,
    ...(eventType ? { eventType } : {}),
    ...(sort === 'failedAt' ? { sort: 'failedAt' as const } : {}),
    ...(cursor ? { cursor } : {}),
  };
  const list = useQuery({ ...listDeadLettersOptions({ path, query }), placeholderData: keepPreviousData });
  const rows = list.data?.data;
  const { items, selected, select, keep } = useSelection(rows);
  const begin = (act: LetterAct, letters: readonly DeadLetter[]) => setDoing({ act, letters });
  return (
    <div>
      <Filters filters={[eventFilter(webhook)]}>
        <InCode call={{ operation: 'listDeadLetters', path, query }} />
        {mayWrite && rows && rows.length > 0 ? (
          <Button variant="default" ml={{ sm: 'auto' }} onClick={() => setIsRange(true)}>
            {words.letters.replayRange}
          </Button>
        ) : null}
      </Filters>
      <DataTable
        name={texts.tabs.deadLetters}
        columns={columnsOf(webhook.id, mayWrite ? (letter) => begin('replay', [letter]) : undefined)}
        rows={rows}
        rowId={({ id }) => id}
        rowName={nameOf}
        error={list.error}
        onRetry={() => void list.refetch()}
        paging={list.data?.pagination}
        cursor={cursor}
        onCursor={(next) => change({ cursor: next }, true)}
        readPage={async (cursor, signal) =>
          (await listDeadLetters({ path, query: queryAt(query, cursor), signal })).data
        }
        defaultSort="-failedAt"
        empty={<Empty {...words.letters.empty} />}
        {...(mayWrite ? { selected, onSelect: select } : {})}
        bulk={
          <Group gap="xs">
            <Button size="xs" onClick={() => begin('replay', items)}>
              {words.letters.replay}
            </Button>
            <Button size="xs" color="red.8" onClick={() => begin('remove', items)}>
              {words.letters.remove}
            </Button>
          </Group>
        }
      />
      {doing ? (
        <DoWithLetters webhook={webhook.id} {...doing} onClose={() => setDoing(undefined)} onDone={keep} />
      ) : null}
      {isRange ? (
        <RangeDialog
          title={words.letters.replayRange}
          text={words.letters.rangeText}
          action={words.letters.replay}
          since={rows?.at(-1)?.failedAt}
          call={(body) => ({ operation: 'replayDeadLetters', path, body })}
          act={async (body) => (await replayDeadLetters({ path, body })).data}
          onClose={() => setIsRange(false)}
        />
      ) : null}
    </div>
  );
}
