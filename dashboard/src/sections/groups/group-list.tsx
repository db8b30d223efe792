import { Anchor, Button, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../app/me.ts';
import { listGroupsOptions } from '../../generated/@tanstack/react-query.gen.ts';
import { listGroups } from '../../generated/sdk.gen.ts';
import type { Group } from '../../generated/types.gen.ts';
import { texts } from '../../texts/groups.ts';
import { queryAt } from '../../ui/csv.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Filters } from '../../ui/filters.tsx';
import { InCode } from '../../ui/in-code.tsx';
import { Moment } from '../../ui/moment.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { Scopes } from '../../ui/scopes.tsx';
import { useAsked } from '../../ui/use-asked.ts';
import { useSearch } from '../../ui/use-search.ts';
import { CreateGroup } from './create-group.tsx';

const columns: readonly Column<Group>[] = [
  {
    id: 'name',
    title: texts.columns.name,
    sort: 'name',
    csv: ({ name }) => name,
    cell: ({ id, name, description }) => (
      <Stack gap={0}>
        <Anchor fw={600} renderRoot={(props) => <PageLink to={`groups/${id}`} {...props} />}>
          <bdi>{name}</bdi>
        </Anchor>
        {description ? (
          <Text size="xs" c="dimmed" lineClamp={1}>
            {description}
          </Text>
        ) : null}
      </Stack>
    ),
  },
  {
    id: 'members',
    title: texts.columns.members,
    csv: ({ memberCount }) => memberCount,
    cell: ({ memberCount }) => memberCount,
  },
  {
    id: 'scopes',
    title: texts.columns.scopes,
    isMinor: true,
    csv: ({ scopes }) => scopes.join(' '),
    cell: ({ scopes }) => <Scopes scopes={scopes} />,
  },
  {
    id: 'source',
    title: texts.columns.source,
    isMinor: true,
    csv: ({ source }) => source,
    cell: ({ source }) => texts.sources[source] ?? source,
  },
  {
    id: 'created',
    title: texts.columns.created,
    isMinor: true,
    sort: '-createdAt',
    csv: ({ createdAt }) => createdAt,
    cell: ({ createdAt }) => <Moment at={createdAt} isDay />,
  },
];

export function GroupList() {
  const [search, change] = useSearch();
  const [creates, setCreates] = useState(false);
  const mayWrite = useMay('groups.write');
  const query = {
    limit: 50,
    ...(search['search'] ? { search: search['search'] } : {}),
    ...(search['sort'] ? { sort: search['sort'] as '-createdAt' } : {}),
    ...(search['cursor'] ? { cursor: search['cursor'] } : {}),
  };
  const list = useQuery({ ...listGroupsOptions({ query }), placeholderData: keepPreviousData });
  const create = mayWrite ? <Button onClick={() => setCreates(true)}>{texts.create}</Button> : null;
  useAsked('create', () => setCreates(true), mayWrite);
  return (
    <>
      <PageHead title={texts.title} text={texts.text}>
        <InCode call={{ operation: 'listGroups', query }} />
        {create}
      </PageHead>
      <Filters search />
      <DataTable
        name={texts.title}
        columns={columns}
        rows={list.data?.data}
        rowId={({ id }) => id}
        error={list.error}
        onRetry={() => void list.refetch()}
        paging={list.data?.pagination}
        cursor={search['cursor']}
        defaultSort="-createdAt"
        onCursor={(cursor) => change({ cursor }, true)}
        readPage={async (cursor, signal) =>
          (await listGroups({ query: queryAt(query, cursor), signal })).data
        }
        empty={
          <Empty title={texts.empty.title} text={texts.empty.text}>
            {create}
          </Empty>
        }
      />
      {creates ? <CreateGroup onClose={() => setCreates(false)} /> : null}
    </>
  );
}
