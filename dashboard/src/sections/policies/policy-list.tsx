import { Anchor, Badge, Button, Group, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../app/me.ts';
import { listPoliciesOptions } from '../../generated/@tanstack/react-query.gen.ts';
import { listPolicies } from '../../generated/sdk.gen.ts';
import type { PolicyItem, PolicyMode, PolicyType } from '../../generated/types.gen.ts';
import { texts } from '../../texts/policies.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Filters } from '../../ui/filters.tsx';
import { InCode } from '../../ui/in-code.tsx';
import { Moment } from '../../ui/moment.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { byPage } from '../../ui/page-number.ts';
import { PageLink } from '../../ui/page-link.tsx';
import { spoken, State } from '../../ui/state.tsx';
import { useAsked } from '../../ui/use-asked.ts';
import { useGo } from '../../ui/use-go.ts';
import { useSearch } from '../../ui/use-search.ts';
import { Evaluate } from './evaluate.tsx';
import { CreatePolicy } from './policy-form.tsx';

const { columns: titles } = texts;

/** The identities that a policy is about, in a few words. */
export const aboutOf = ({ selector }: Pick<PolicyItem, 'selector'>): string[] => [
  ...selector.identityTypes.map(spoken),
  ...selector.tags.map((tag) => `#${tag}`),
  ...selector.identityIds,
];

const columns: readonly Column<PolicyItem>[] = [
  {
    id: 'name',
    title: titles.name,
    csv: ({ name }) => name,
    cell: ({ id, name, description }) => (
      <Stack gap={0}>
        <Anchor fw={600} renderRoot={(props) => <PageLink to={`policies/${id}`} {...props} />}>
          <bdi>{name}</bdi>
        </Anchor>
        {description ? (
          <Text size="xs" c="dimmed" lineClamp={2}>
            <bdi>{description}</bdi>
          </Text>
        ) : null}
      </Stack>
    ),
  },
  {
    id: 'type',
    title: titles.type,
    csv: ({ type }) => type,
    cell: ({ type }) => texts.types[type]?.[0] ?? spoken(type),
  },
  { id: 'mode', title: titles.mode, csv: ({ mode }) => mode, cell: ({ mode }) => <State value={mode} /> },
  {
    id: 'about',
    title: titles.about,
    isMinor: true,
    csv: (policy) => aboutOf(policy).join(' '),
    cell: (policy) =>
      aboutOf(policy).length === 0 ? (
        texts.everyone
      ) : (
        <Group gap={4}>
          {aboutOf(policy)
            .slice(0, 4)
            .map((one) => (
              <Badge key={one} color="gray" tt="none">
                <bdi>{one}</bdi>
              </Badge>
            ))}
        </Group>
      ),
  },
  {
    id: 'violations',
    title: titles.violations,
    csv: ({ violationCount }) => violationCount,
    cell: ({ violationCount }) => violationCount,
  },
  {
    id: 'last',
    title: titles.last,
    isMinor: true,
    csv: ({ lastViolatedAt }) => lastViolatedAt,
    cell: ({ lastViolatedAt }) => <Moment at={lastViolatedAt} isRelative />,
  },
];

export function PolicyListPage() {
  const [search, change] = useSearch();
  const go = useGo();
  const [dialog, setDialog] = useState<'create' | 'evaluate'>();
  const mayWrite = useMay('policies.write');
  // This list has pages in place of a cursor.
  const query = {
    limit: 50,
    ...byPage.query(search['cursor']),
    ...(search['search'] ? { search: search['search'] } : {}),
    ...(search['type'] ? { type: search['type'] as PolicyType } : {}),
    ...(search['mode'] ? { mode: search['mode'] as PolicyMode } : {}),
  };
  const list = useQuery({ ...listPoliciesOptions({ query }), placeholderData: keepPreviousData });
  const create = mayWrite ? <Button onClick={() => setDialog('create')}>{texts.create}</Button> : null;
  useAsked('create', () => setDialog('create'), mayWrite);
  return (
    <>
      <PageHead title={texts.title} text={texts.text}>
        <InCode call={{ operation: 'listPolicies', query }} />
        <Button variant="default" onClick={() => setDialog('evaluate')}>
          {texts.evaluate}
        </Button>
        {create}
      </PageHead>
      <Filters
        search
        filters={[
          {
            name: 'type',
            title: titles.type,
            values: Object.entries(texts.types).map(([value, [label]]) => ({ value, label })),
          },
          { name: 'mode', title: titles.mode, values: Object.keys(texts.modes) },
        ]}
      />
      <DataTable
        name={texts.title}
        columns={columns}
        rows={list.data?.data}
        rowId={({ id }) => id}
        error={list.error}
        onRetry={() => void list.refetch()}
        paging={list.data && byPage.paging(list.data.pagination)}
        cursor={search['cursor']}
        onCursor={(cursor) => change({ cursor }, true)}
        readPage={async (cursor, signal) =>
          byPage.page((await listPolicies({ query: byPage.queryAt(query, cursor), signal })).data)
        }
        empty={<Empty {...texts.empty}>{create}</Empty>}
      />
      {dialog === 'create' ? (
        <CreatePolicy onClose={() => setDialog(undefined)} onDone={(id) => go(`policies/${id}`)} />
      ) : null}
      {dialog === 'evaluate' ? <Evaluate onClose={() => setDialog(undefined)} /> : null}
    </>
  );
}
