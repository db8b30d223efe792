import { Anchor, Button, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../app/me.ts';
import { listAnomaliesOptions } from '../../generated/@tanstack/react-query.gen.ts';
import { listAnomalies } from '../../generated/sdk.gen.ts';
import type { Anomaly, AnomalyStatus, AnomalyType, Severity } from '../../generated/types.gen.ts';
import { texts } from '../../texts/alerts.ts';
import { queryAt } from '../../ui/csv.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Filters } from '../../ui/filters.tsx';
import { InCode } from '../../ui/in-code.tsx';
import { Moment } from '../../ui/moment.tsx';
import { useNames } from '../../ui/names.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { State } from '../../ui/state.tsx';
import { ThingLink } from '../../ui/thing-link.tsx';
import { useSearch } from '../../ui/use-search.ts';
import { useSelection } from '../../ui/use-selection.ts';
import { AlertTabs } from './alert-tabs.tsx';
import { JudgeMany } from './judge-many.tsx';

const { anomalies: words, columns: titles } = texts;

const columnsOf = (names: ReadonlyMap<string, string>): readonly Column<Anomaly>[] => [
  {
    id: 'found',
    title: words.found,
    csv: ({ description }) => description,
    cell: ({ id, type, description }) => (
      <Stack gap={0}>
        <Anchor fw={600} renderRoot={(props) => <PageLink to={`alerts/anomalies/${id}`} {...props} />}>
          {words.types[type] ?? type}
        </Anchor>
        <Text size="xs" c="dimmed" lineClamp={2}>
          <bdi>{description}</bdi>
        </Text>
      </Stack>
    ),
  },
  {
    id: 'severity',
    title: titles.severity,
    csv: ({ severity }) => severity,
    cell: ({ severity }) => <State value={severity} />,
  },
  {
    id: 'status',
    title: titles.status,
    csv: ({ status }) => status,
    cell: ({ status }) => <State value={status} />,
  },
  {
    id: 'about',
    title: titles.identity,
    isMinor: true,
    csv: ({ identityId }) => identityId,
    cell: ({ identityId, credentialId }) => (
      <Stack gap={0}>
        {identityId ? <ThingLink id={identityId} name={names.get(identityId)} size="xs" /> : null}
        {credentialId ? <ThingLink id={credentialId} name={names.get(credentialId)} size="xs" /> : null}
      </Stack>
    ),
  },
  {
    id: 'occurrences',
    title: words.occurrences,
    csv: ({ occurrences }) => occurrences,
    cell: ({ occurrences }) => `${occurrences}\u00a0×`,
  },
  {
    id: 'last',
    title: words.last,
    csv: ({ lastSeenAt }) => lastSeenAt,
    cell: ({ lastSeenAt }) => <Moment at={lastSeenAt} isRelative />,
  },
  {
    id: 'first',
    title: words.first,
    isMinor: true,
    sort: '-detectedAt',
    csv: ({ detectedAt }) => detectedAt,
    cell: ({ detectedAt }) => <Moment at={detectedAt} />,
  },
];

export function AnomalyListPage() {
  const [search, change] = useSearch();
  const query = {
    limit: 50,
    ...(search['status'] ? { status: search['status'] as AnomalyStatus } : {}),
    ...(search['type'] ? { type: search['type'] as AnomalyType } : {}),
    ...(search['severity'] ? { severity: search['severity'] as Severity } : {}),
    ...(search['identityId'] ? { identityId: search['identityId'] } : {}),
    ...(search['credentialId'] ? { credentialId: search['credentialId'] } : {}),
    ...(search['sort'] === 'detectedAt' ? { sort: 'detectedAt' as const } : {}),
    ...(search['cursor'] ? { cursor: search['cursor'] } : {}),
  };
  const [isJudging, setIsJudging] = useState(false);
  const mayWrite = useMay('anomalies.write');
  const list = useQuery({ ...listAnomaliesOptions({ query }), placeholderData: keepPreviousData });
  const { items, selected, select, keep } = useSelection(list.data?.data);
  const names = useNames(
    (list.data?.data ?? []).flatMap(({ identityId, credentialId }) =>
      [identityId, credentialId].filter((id): id is string => id !== null),
    ),
  );
  // What is closed stays closed.
  const open = items.filter(({ closedAt }) => closedAt === null);
  return (
    <>
      <PageHead title={texts.title} text={words.text}>
        <InCode call={{ operation: 'listAnomalies', query }} />
      </PageHead>
      <AlertTabs />
      <Filters
        filters={[
          {
            name: 'status',
            title: titles.status,
            values: ['OPEN', 'ACKNOWLEDGED', 'RESOLVED', 'FALSE_POSITIVE'],
          },
          { name: 'severity', title: titles.severity, values: ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'] },
          {
            name: 'type',
            title: words.type,
            values: Object.entries(words.types).map(([value, label]) => ({ value, label })),
          },
        ]}
      />
      <DataTable
        name={words.title}
        columns={columnsOf(names)}
        rows={list.data?.data}
        rowId={({ id }) => id}
        error={list.error}
        onRetry={() => void list.refetch()}
        paging={list.data?.pagination}
        cursor={search['cursor']}
        onCursor={(cursor) => change({ cursor }, true)}
        readPage={async (cursor, signal) =>
          (await listAnomalies({ query: queryAt(query, cursor), signal })).data
        }
        defaultSort="-detectedAt"
        empty={<Empty {...words.empty} />}
        {...(mayWrite ? { selected, onSelect: select } : {})}
        bulk={
          <Button size="xs" disabled={open.length === 0} onClick={() => setIsJudging(true)}>
            {words.judge}
          </Button>
        }
      />
      {isJudging ? (
        <JudgeMany anomalies={open} names={names} onClose={() => setIsJudging(false)} onDone={keep} />
      ) : null}
    </>
  );
}
