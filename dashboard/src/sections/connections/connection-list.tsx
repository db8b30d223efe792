import type { ReactNode } from 'react';
import { listConnections } from '../../generated/sdk.gen.ts';
import type { Connection } from '../../generated/types.gen.ts';
import { texts } from '../../texts/connections.ts';
import { inWords, RowLink, state, time } from '../../ui/columns.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Filters, searched } from '../../ui/filters.tsx';
import { InCode } from '../../ui/in-code.tsx';
import { listing } from '../../ui/listing.ts';
import { byPage } from '../../ui/paging.ts';
import { choicesOf } from '../../ui/settings-form.tsx';
import { useList } from '../../ui/use-list.ts';
import { ConnectionState } from './connection-state.tsx';

const connections = listing({
  list: { listConnections },
  pages: byPage,
  filters: [
    searched,
    { name: 'status', title: texts.columns.state, values: ['ACTIVE', 'DISABLED'] },
    { name: 'type', title: texts.columns.type, values: choicesOf(texts.protocols) },
  ],
});

const columns: readonly Column<Connection>[] = [
  {
    id: 'name',
    title: texts.columns.name,
    csv: ({ name }) => name,
    cell: ({ id, type, name }) => <RowLink to={`connections/${type.toLowerCase()}/${id}`}>{name}</RowLink>,
  },
  inWords('type', texts.columns.type, texts.protocols),
  {
    id: 'status',
    title: texts.columns.state,
    // As the API names it, like the other states of lists.
    csv: ({ status, isDraft }) => (isDraft ? 'DRAFT' : status),
    cell: (connection) => <ConnectionState connection={connection} />,
  },
  state('health', texts.columns.health),
  {
    id: 'domains',
    title: texts.columns.domains,
    isMinor: true,
    csv: ({ domains }) => domains.join(' '),
    cell: ({ domains }) => domains.join(', '),
  },
  time('lastLoginAt', texts.columns.last, 'relative', { isMinor: true }),
];

export function ConnectionList({ create }: { create: ReactNode }) {
  const list = useList(connections);
  return (
    <>
      <Filters filters={connections.filters}>
        <InCode call={list.call} />
      </Filters>
      <DataTable
        name={texts.title}
        columns={columns}
        {...list.table}
        empty={
          <Empty title={texts.empty.title} text={texts.empty.text}>
            {create}
          </Empty>
        }
      />
    </>
  );
}
