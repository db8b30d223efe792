import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useMay } from '../../app/me.ts';
import { listDeadLetters, replayDeadLetters } from '../../generated/sdk.gen.ts';
import type { DeadLetter, WebhookWithStats } from '../../generated/types.gen.ts';
import { texts as words } from '../../texts/deliveries.ts';
import { texts } from '../../texts/webhooks.ts';
import { plain, time } from '../../ui/columns.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Filters } from '../../ui/filters.tsx';
import { InCode } from '../../ui/in-code.tsx';
import { listing } from '../../ui/listing.ts';
import { PageLink } from '../../ui/page-link.tsx';
import { byCursor } from '../../ui/paging.ts';
import { useList } from '../../ui/use-list.ts';
import { useSelection } from '../../ui/use-selection.ts';
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
  plain('attemptCount', words.delivery.attempts, { isMinor: true }),
  time('eventAt', words.delivery.eventAt, 'relative', { isMinor: true }),
  time('failedAt', words.letters.failedAt, 'time', { sort: '-failedAt' }),
  time('expiresAt', words.letters.expires, 'relative', { isMinor: true }),
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

const lettersOf = (webhook: WebhookWithStats) =>
  listing({
    list: { listDeadLetters },
    path: { id: webhook.id },
    pages: byCursor,
    filters: [eventFilter(webhook), { name: 'sort', as: (sort) => (sort === 'failedAt' ? sort : undefined) }],
    defaultSort: '-failedAt',
  });

/** The dead letters of a webhook: reviewed, replayed or deleted. */
export function WebhookDeadLetters() {
  return <WebhookFrame tab="deadLetters">{(webhook) => <DeadLetters webhook={webhook} />}</WebhookFrame>;
}

function DeadLetters({ webhook }: { webhook: WebhookWithStats }) {
  const [doing, setDoing] = useState<{ act: LetterAct; letters: readonly DeadLetter[] }>();
  const [isRange, setIsRange] = useState(false);
  const mayWrite = useMay('webhooks.write');
  const path = { id: webhook.id };
  const of = lettersOf(webhook);
  const list = useList(of);
  const { rows } = list;
  const { items, selected, select, keep } = useSelection(rows, of.rowId);
  const begin = (act: LetterAct, letters: readonly DeadLetter[]) => setDoing({ act, letters });
  return (
    <div>
      <Filters filters={of.filters}>
        <InCode call={list.call} />
        {mayWrite && rows && rows.length > 0 ? (
          <Button variant="default" ml={{ sm: 'auto' }} onClick={() => setIsRange(true)}>
            {words.letters.replayRange}
          </Button>
        ) : null}
      </Filters>
      <DataTable
        name={texts.tabs.deadLetters}
        columns={columnsOf(webhook.id, mayWrite ? (letter) => begin('replay', [letter]) : undefined)}
        {...list.table}
        rowName={nameOf}
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
