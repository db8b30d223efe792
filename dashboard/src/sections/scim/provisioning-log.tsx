import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listProvisioningLogOptions } from '../../generated/@tanstack/react-query.gen.ts';
import { listProvisioningLog } from '../../generated/sdk.gen.ts';
import type { ProvisioningEntry, ProvisioningStatus } from '../../generated/types.gen.ts';
import { texts } from '../../texts/scim.ts';
import { queryAt } from '../../ui/csv.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Filters } from '../../ui/filters.tsx';
import { Moment } from '../../ui/moment.tsx';
import { ThingLink } from '../../ui/thing-link.tsx';
import { useSearch } from '../../ui/use-search.ts';
import { LogEntry } from './log-entry.tsx';

const words = texts.log;

const columnsOf = (onOpen: (entry: ProvisioningEntry) => void): Column<ProvisioningEntry>[] => [
  {
    id: 'at',
    title: words.at,
    sort: '-at',
    csv: ({ at }) => at,
    cell: ({ at }) => <Moment at={at} />,
  },
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

/** What a directory asked for, and what came of it. */
export function ProvisioningLog({ tokenId }: { tokenId: string }) {
  const [search, change] = useSearch();
  const [opened, setOpened] = useState<ProvisioningEntry>();
  const query = {
    limit: 50,
    ...(search['status'] ? { status: search['status'] as ProvisioningStatus } : {}),
    ...(search['dryRun'] ? { dryRun: search['dryRun'] === 'true' } : {}),
    ...(search['sort'] ? { sort: search['sort'] as '-at' } : {}),
    ...(search['cursor'] ? { cursor: search['cursor'] } : {}),
  };
  const list = useQuery({
    ...listProvisioningLogOptions({ path: { tokenId }, query }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <Text mb="md" c="dimmed">
        {words.text}
      </Text>
      <Filters
        filters={[
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
          },
        ]}
      />
      <DataTable
        name={texts.tabs.log}
        columns={columnsOf(setOpened)}
        rows={list.data?.data}
        rowId={({ id }) => id}
        error={list.error}
        onRetry={() => void list.refetch()}
        paging={list.data?.pagination}
        cursor={search['cursor']}
        defaultSort="-at"
        onCursor={(cursor) => change({ cursor }, true)}
        readPage={async (cursor, signal) =>
          (await listProvisioningLog({ path: { tokenId }, query: queryAt(query, cursor), signal })).data
        }
        empty={<Empty title={words.empty.title} text={words.empty.text} />}
      />
      {opened ? <LogEntry entry={opened} onClose={() => setOpened(undefined)} /> : null}
    </>
  );
}
