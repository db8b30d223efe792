import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { listConnectionTraces } from '../../generated/sdk.gen.ts';
import type { ConnectionTrace } from '../../generated/types.gen.ts';
import { texts } from '../../texts/connection-traces.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Filters } from '../../ui/filters.tsx';
import { InCode } from '../../ui/in-code.tsx';
import { listing } from '../../ui/listing.ts';
import { Moment } from '../../ui/moment.tsx';
import { byCursor } from '../../ui/paging.ts';
import { State } from '../../ui/state.tsx';
import { ThingLink } from '../../ui/thing-link.tsx';
import { useList } from '../../ui/use-list.ts';
import { TestBadge, TraceFacts } from './trace.tsx';

const columnsOf = (onOpen: (trace: ConnectionTrace) => void): Column<ConnectionTrace>[] => [
  { id: 'at', title: texts.at, csv: ({ at }) => at, cell: ({ at }) => <Moment at={at} isExact /> },
  {
    id: 'outcome',
    title: texts.outcome,
    csv: ({ outcome }) => outcome,
    cell: ({ outcome, test }) => (
      <Group gap={6}>
        <State value={outcome} />
        {test ? <TestBadge /> : null}
      </Group>
    ),
  },
  {
    id: 'step',
    title: texts.step,
    csv: ({ step, reason }) => (step ? `${step}: ${reason ?? ''}` : ''),
    cell: ({ step, reason }) =>
      step ? (
        <Stack gap={0}>
          <Text size="sm" fw={600}>
            {texts.steps[step] ?? step}
          </Text>
          <Text size="xs" c="dimmed" lineClamp={2}>
            {reason}
          </Text>
        </Stack>
      ) : null,
  },
  {
    id: 'user',
    title: texts.user,
    isMinor: true,
    csv: ({ userId }) => userId,
    cell: ({ userId }) => (userId ? <ThingLink id={userId} /> : null),
  },
  {
    id: 'reference',
    title: texts.reference,
    isMinor: true,
    csv: ({ reference }) => reference,
    cell: ({ reference }) => (reference ? <ThingLink id={reference} /> : null),
  },
  {
    id: 'open',
    title: '',
    cell: (trace) => (
      <Button size="compact-xs" variant="default" onClick={() => onOpen(trace)}>
        {texts.open}
      </Button>
    ),
  },
];

const tracesOf = (id: string) =>
  listing({
    list: { listConnectionTraces },
    path: { id },
    pages: byCursor,
    limit: 20,
    filters: [
      { name: 'outcome', title: texts.outcome, values: ['SUCCESS', 'FAILED'] },
      { name: 'reference', title: texts.byReference },
    ],
  });

interface Parts {
  id: string;
  /** Opens the preview with what this sign-in brought. */
  onPreview: ((trace: ConnectionTrace) => void) | undefined;
}

/** The last sign-ins by a connection. */
export function Traces({ id, onPreview }: Parts) {
  const [shown, setShown] = useState<ConnectionTrace>();
  const of = tracesOf(id);
  const list = useList(of);
  return (
    <>
      <Group justify="space-between" mb="md">
        <Text c="dimmed" maw={720}>
          {texts.text}
        </Text>
        <InCode call={list.call} />
      </Group>
      <Filters filters={of.filters} />
      <DataTable
        name={texts.title}
        columns={columnsOf(setShown)}
        {...list.table}
        empty={<Empty title={texts.empty.title} text={texts.empty.text} />}
      />
      {shown ? (
        <Dialog onClose={() => setShown(undefined)} title={texts.one} size="xl">
          <Stack>
            <TraceFacts trace={shown} />
            {onPreview && (shown.claims.length > 0 || shown.message !== null) ? (
              <Group justify="flex-end">
                <Button variant="default" onClick={() => onPreview(shown)}>
                  {texts.preview}
                </Button>
              </Group>
            ) : null}
          </Stack>
        </Dialog>
      ) : null}
    </>
  );
}
