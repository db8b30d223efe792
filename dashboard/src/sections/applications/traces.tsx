import { Button, Code, Modal, Stack, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listServiceProviderTracesOptions } from '../../generated/@tanstack/react-query.gen.ts';
import { listServiceProviderTraces } from '../../generated/sdk.gen.ts';
import type { ServiceProviderTrace } from '../../generated/types.gen.ts';
import { texts } from '../../texts/applications.ts';
import { queryAt } from '../../ui/csv.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Moment } from '../../ui/moment.tsx';
import { spoken, State } from '../../ui/state.tsx';
import { useSearch } from '../../ui/use-search.ts';

const { traces: words } = texts;

/** The messages of SAML with one service provider. */
export function Traces({ spId }: { spId: string }) {
  const [search, change] = useSearch();
  const [shown, setShown] = useState<ServiceProviderTrace>();
  const query = { limit: 20, ...(search['cursor'] ? { cursor: search['cursor'] } : {}) };
  const list = useQuery({
    ...listServiceProviderTracesOptions({ path: { spId }, query }),
    placeholderData: keepPreviousData,
  });
  const columns: Column<ServiceProviderTrace>[] = [
    { id: 'at', title: words.at, csv: ({ at }) => at, cell: ({ at }) => <Moment at={at} /> },
    {
      id: 'type',
      title: words.type,
      csv: ({ messageType }) => messageType,
      cell: ({ messageType }) => messageType,
    },
    {
      id: 'direction',
      title: words.direction,
      isMinor: true,
      csv: ({ direction }) => direction,
      cell: ({ direction }) => spoken(direction),
    },
    {
      id: 'outcome',
      title: words.outcome,
      csv: ({ outcome }) => outcome,
      cell: ({ outcome }) => <State value={outcome} />,
    },
    {
      id: 'refusal',
      title: words.refusal,
      isMinor: true,
      csv: ({ refusal }) => (refusal ? JSON.stringify(refusal) : ''),
      cell: ({ refusal }) => (refusal ? <Code>{JSON.stringify(refusal)}</Code> : null),
    },
    {
      id: 'message',
      title: '',
      cell: (trace) =>
        trace.message === null ? null : (
          <Button size="compact-sm" variant="subtle" onClick={() => setShown(trace)}>
            {words.show}
          </Button>
        ),
    },
  ];
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        {words.title}
      </Title>
      <DataTable
        name={words.title}
        columns={columns}
        rows={list.data?.data}
        rowId={({ id }) => id}
        error={list.error}
        onRetry={() => void list.refetch()}
        paging={list.data?.pagination}
        cursor={search['cursor']}
        onCursor={(cursor) => change({ cursor }, true)}
        readPage={async (cursor, signal) =>
          (await listServiceProviderTraces({ path: { spId }, query: queryAt(query, cursor), signal })).data
        }
        empty={<Empty title={words.empty.title} text={words.empty.text} />}
      />
      {shown ? (
        <Modal opened onClose={() => setShown(undefined)} title={words.xml} size="xl">
          <Code block tabIndex={0}>
            {shown.message}
          </Code>
        </Modal>
      ) : null}
    </Stack>
  );
}
