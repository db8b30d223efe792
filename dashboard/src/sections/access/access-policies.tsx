import { Anchor, Button, Group } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../app/me.ts';
import { listAccessPoliciesOptions } from '../../generated/@tanstack/react-query.gen.ts';
import { listAccessPolicies } from '../../generated/sdk.gen.ts';
import type { AccessPolicy, AccessPolicyStatus } from '../../generated/types.gen.ts';
import { texts } from '../../texts/access.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Filters } from '../../ui/filters.tsx';
import { InCode } from '../../ui/in-code.tsx';
import { Moment } from '../../ui/moment.tsx';
import { byPage } from '../../ui/page-number.ts';
import { PageLink } from '../../ui/page-link.tsx';
import { choicesOf } from '../../ui/settings-form.tsx';
import { State } from '../../ui/state.tsx';
import { useAsked } from '../../ui/use-asked.ts';
import { useSearch } from '../../ui/use-search.ts';
import { PolicyForm } from './policy-form.tsx';
import { Simulate } from './simulate.tsx';

const columns: readonly Column<AccessPolicy>[] = [
  {
    id: 'name',
    title: texts.columns.name,
    csv: ({ name }) => name,
    cell: ({ id, name }) => (
      <Anchor fw={600} renderRoot={(props) => <PageLink to={`access/${id}`} {...props} />}>
        <bdi>{name}</bdi>
      </Anchor>
    ),
  },
  {
    id: 'priority',
    title: texts.columns.priority,
    csv: ({ priority }) => priority,
    cell: ({ priority }) => priority,
  },
  {
    id: 'state',
    title: texts.columns.state,
    csv: ({ status }) => status,
    cell: ({ status }) => <State value={status} />,
  },
  {
    id: 'decision',
    title: texts.columns.decision,
    csv: ({ decision }) => decision,
    cell: ({ decision }) => <State value={decision} />,
  },
  {
    id: 'matches',
    title: texts.columns.matches,
    isMinor: true,
    csv: ({ matchCount }) => matchCount,
    cell: ({ id, matchCount }) => (
      <Anchor
        renderRoot={(props) => (
          <PageLink to="access" search={{ tab: 'decisions', policyId: id }} {...props} />
        )}
      >
        {matchCount}
      </Anchor>
    ),
  },
  {
    id: 'last',
    title: texts.columns.last,
    isMinor: true,
    csv: ({ lastMatchedAt }) => lastMatchedAt,
    cell: ({ lastMatchedAt }) => <Moment at={lastMatchedAt} isRelative />,
  },
];

export function AccessPolicies() {
  const [search, change] = useSearch();
  const [dialog, setDialog] = useState<'create' | 'simulate'>();
  const mayWrite = useMay('conditional_access.write');
  const maySimulate = useMay('conditional_access.simulate');
  const query = {
    limit: 50,
    ...byPage.query(search['cursor']),
    ...(search['status'] ? { status: search['status'] as AccessPolicyStatus } : {}),
    ...(search['search'] ? { search: search['search'] } : {}),
  };
  const list = useQuery({ ...listAccessPoliciesOptions({ query }), placeholderData: keepPreviousData });
  const create = mayWrite ? <Button onClick={() => setDialog('create')}>{texts.create}</Button> : null;
  useAsked('create', () => setDialog('create'), mayWrite);
  return (
    <>
      <Group justify="space-between" align="flex-start">
        <Filters
          search
          filters={[{ name: 'status', title: texts.filters.status, values: choicesOf(texts.statuses) }]}
        />
        <Group gap="sm" mb="md">
          <InCode call={{ operation: 'listAccessPolicies', query }} />
          {maySimulate ? (
            <Button variant="default" onClick={() => setDialog('simulate')}>
              {texts.simulate}
            </Button>
          ) : null}
          {create}
        </Group>
      </Group>
      <DataTable
        name={texts.tabs.policies}
        columns={columns}
        rows={list.data?.data}
        rowId={({ id }) => id}
        error={list.error}
        onRetry={() => void list.refetch()}
        paging={list.data ? byPage.paging(list.data.pagination) : undefined}
        cursor={search['cursor']}
        onCursor={(cursor) => change({ cursor }, true)}
        readPage={async (cursor, signal) =>
          byPage.page((await listAccessPolicies({ query: byPage.queryAt(query, cursor), signal })).data)
        }
        empty={
          <Empty title={texts.empty.title} text={texts.empty.text}>
            {create}
          </Empty>
        }
      />
      {dialog === 'create' ? <PolicyForm onClose={() => setDialog(undefined)} /> : null}
      {dialog === 'simulate' ? <Simulate onClose={() => setDialog(undefined)} /> : null}
    </>
  );
}
