import { Anchor } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { listConnectionsOptions } from '../../generated/@tanstack/react-query.gen.ts';
import { listConnections } from '../../generated/sdk.gen.ts';
import type { Connection, ConnectionStatus, ConnectionType } from '../../generated/types.gen.ts';
import { texts } from '../../texts/connections.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Filters } from '../../ui/filters.tsx';
import { InCode } from '../../ui/in-code.tsx';
import { Moment } from '../../ui/moment.tsx';
import { byPage } from '../../ui/page-number.ts';
import { PageLink } from '../../ui/page-link.tsx';
import { choicesOf } from '../../ui/settings-form.tsx';
import { State } from '../../ui/state.tsx';
import { useSearch } from '../../ui/use-search.ts';

const columns: readonly Column<Connection>[] = [
  {
    id: 'name',
    title: texts.columns.name,
    csv: ({ name }) => name,
    cell: ({ id, type, name }) => (
      <Anchor
        fw={600}
        renderRoot={(props) => <PageLink to={`connections/${type.toLowerCase()}/${id}`} {...props} />}
      >
        {name}
      </Anchor>
    ),
  },
  {
    id: 'type',
    title: texts.columns.type,
    csv: ({ type }) => type,
    cell: ({ type }) => texts.protocols[type] ?? type,
  },
  {
    id: 'state',
    title: texts.columns.state,
    csv: ({ status }) => status,
    cell: ({ status }) => <State value={status} />,
  },
  {
    id: 'health',
    title: texts.columns.health,
    csv: ({ health }) => health,
    cell: ({ health }) => <State value={health} />,
  },
  {
    id: 'domains',
    title: texts.columns.domains,
    isMinor: true,
    csv: ({ domains }) => domains.join(' '),
    cell: ({ domains }) => domains.join(', '),
  },
  {
    id: 'last',
    title: texts.columns.last,
    isMinor: true,
    csv: ({ lastLoginAt }) => lastLoginAt,
    cell: ({ lastLoginAt }) => <Moment at={lastLoginAt} isRelative />,
  },
];

export function ConnectionList({ create }: { create: ReactNode }) {
  const [search, change] = useSearch();
  const query = {
    limit: 50,
    ...(search['search'] ? { search: search['search'] } : {}),
    ...(search['status'] ? { status: search['status'] as ConnectionStatus } : {}),
    ...(search['type'] ? { type: search['type'] as ConnectionType } : {}),
    ...byPage.query(search['cursor']),
  };
  const list = useQuery({ ...listConnectionsOptions({ query }), placeholderData: keepPreviousData });
  return (
    <>
      <Filters
        search
        filters={[
          { name: 'status', title: texts.columns.state, values: ['ACTIVE', 'DISABLED'] },
          { name: 'type', title: texts.columns.type, values: choicesOf(texts.protocols) },
        ]}
      >
        <InCode call={{ operation: 'listConnections', query }} />
      </Filters>
      <DataTable
        name={texts.title}
        columns={columns}
        rows={list.data?.data}
        rowId={({ id }) => id}
        error={list.error}
        onRetry={() => void list.refetch()}
        paging={list.data ? byPage.paging(list.data.pagination) : undefined}
        cursor={search['cursor']}
        onCursor={(cursor) => change({ cursor }, true)}
        readPage={async (cursor, signal) =>
          byPage.page((await listConnections({ query: byPage.queryAt(query, cursor), signal })).data)
        }
        empty={
          <Empty title={texts.empty.title} text={texts.empty.text}>
            {create}
          </Empty>
        }
      />
    </>
  );
}
