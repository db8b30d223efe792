import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { listProvisioningLog } from '../../generated/sdk.gen.ts';
import type { ProvisioningEntry } from '../../generated/types.gen.ts';
import { texts } from '../../texts/scim.ts';
import { time } from '../../ui/columns.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Filters } from '../../ui/filters.tsx';
import { listing } from '../../ui/listing.ts';
import { byCursor } from '../../ui/paging.ts';
import { ThingLink } from '../../ui/thing-link.tsx';
import { useList } from '../../ui/use-list.ts';
import { LogEntry } from './log-entry.tsx';

const words = texts.log;

const columnsOf = (onOpen: (entry: ProvisioningEntry) => void): Column<ProvisioningEntry>[] => [
  time('at', words.at, 'time', { sort: '-at' }),
  {
    id: 'what',
    title: words.what,
    csv: ({ operation }) => operation,
    cell: ({ operation, dryRun }) => (
      <Group gap={6}>
        <span>{operation}</span>
        {dryRun ? (
          <Badge tt="none" size="sm" color="blue">
            {words.dryRun}
          </Badge>
        ) : null}
      </Group>
    ),
  },
  {
    id: 'target',
    title: words.target,
    csv: ({ targetId, externalId }) => targetId ?? externalId,
    cell: ({ targetId, externalId }) => (
      <Stack gap={0}>
        {targetId ? <ThingLink id={targetId} /> : null}
        {externalId ? (
          <Text size="xs" c="dimmed">
            <bdi>{externalId}</bdi>
          </Text>
        ) : null}
      </Stack>
    ),
  },
  {
    id: 'outcome',
    title: words.outcome,
    csv: ({ status, code }) => code ?? status,
    cell: ({ status, code }) => (
      <Badge tt="none" miw="max-content" color={status === 'SUCCESS' ? 'green' : 'red'}>
        {code ?? words[status as 'SUCCESS' | 'FAILURE'] ?? status}
      </Badge>
    ),
  },
  {
    id: 'changes',
    title: words.changes,
    isMinor: true,
    csv: ({ changes }) => changes.map(({ field }) => field).join(' '),
    cell: ({ changes }) => changes.length,
  },
  {
    id: 'open',
    title: '',
    cell: (entry) => (
      <Button size="compact-xs" variant="default" onClick={() => onOpen(entry)}>
        {words.open}
      </Button>
    ),
  },
];

const logOf = (tokenId: string) =>
  listing({
    list: { listProvisioningLog },
    path: { tokenId },
    pages: byCursor,
    filters: [
      {
        name: 'status',
        title: words.status,
        values: (['SUCCESS', 'FAILURE'] as const).map((value) => ({ value, label: words[value] })),
      },
      {
        name: 'dryRun',
        title: words.kind,
        values: [
          { value: 'false', label: words.real },
          { value: 'true', label: words.dry },
        ],
        as: (text) => text === 'true',
      },
      { name: 'sort' },
    ],
    defaultSort: '-at',
  });

/** What a directory asked for, and what came of it. */
export function ProvisioningLog({ tokenId }: { tokenId: string }) {
  const [opened, setOpened] = useState<ProvisioningEntry>();
  const of = logOf(tokenId);
  const list = useList(of);
  return (
    <>
      <Text mb="md" c="dimmed">
        {words.text}
      </Text>
      <Filters filters={of.filters} />
      <DataTable
        name={texts.tabs.log}
        columns={columnsOf(setOpened)}
        {...list.table}
        empty={<Empty title={words.empty.title} text={words.empty.text} />}
      />
      {opened ? <LogEntry entry={opened} onClose={() => setOpened(undefined)} /> : null}
    </>
  );
}
