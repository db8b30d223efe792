import { Anchor, Button, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../app/me.ts';
import { listAlertsOptions } from '../../generated/@tanstack/react-query.gen.ts';
import { listAlerts, updateAlert } from '../../generated/sdk.gen.ts';
import type { Alert, AlertStatus, Severity } from '../../generated/types.gen.ts';
import { texts } from '../../texts/alerts.ts';
import { Bulk } from '../../ui/bulk.tsx';
import { queryAt } from '../../ui/csv.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Filters } from '../../ui/filters.tsx';
import { InCode } from '../../ui/in-code.tsx';
import { Moment } from '../../ui/moment.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { spoken, State } from '../../ui/state.tsx';
import { ThingLink } from '../../ui/thing-link.tsx';
import { useSearch } from '../../ui/use-search.ts';
import { useSelection } from '../../ui/use-selection.ts';
import { AlertTabs } from './alert-tabs.tsx';
import { AnomalyListPage } from './anomaly-list.tsx';

const { columns: titles } = texts;

const columns: readonly Column<Alert>[] = [
  {
    id: 'title',
    title: titles.title,
    csv: ({ title }) => title,
    cell: ({ id, title, description }) => (
      <Stack gap={0}>
        <Anchor fw={600} renderRoot={(props) => <PageLink to={`alerts/${id}`} {...props} />}>
          <bdi>{title}</bdi>
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
  { id: 'count', title: titles.count, csv: ({ count }) => count, cell: ({ count }) => `${count}\u00a0×` },
  {
    id: 'source',
    title: titles.source,
    isMinor: true,
    csv: ({ source }) => source.id ?? source.type,
    cell: ({ source: { type, id } }) => (id ? <ThingLink id={id} name={spoken(type)} /> : spoken(type)),
  },
  {
    id: 'last',
    title: titles.last,
    csv: ({ lastTriggeredAt }) => lastTriggeredAt,
    cell: ({ lastTriggeredAt }) => <Moment at={lastTriggeredAt} isRelative />,
  },
  {
    id: 'first',
    title: titles.first,
    isMinor: true,
    sort: '-triggeredAt',
    csv: ({ triggeredAt }) => triggeredAt,
    cell: ({ triggeredAt }) => <Moment at={triggeredAt} />,
  },
];

export function AlertListPage() {
  const [search] = useSearch();
  // Older links name the anomalies like this.
  return search['tab'] === 'anomalies' ? <AnomalyListPage /> : <AlertList />;
}

function AlertList() {
  const [search, change] = useSearch();
  const [to, setTo] = useState<Exclude<AlertStatus, 'OPEN'>>();
  const mayWrite = useMay('alerts.write');
  const query = {
    limit: 50,
    ...(search['status'] ? { status: search['status'] as AlertStatus } : {}),
    ...(search['severity'] ? { severity: search['severity'] as Severity } : {}),
    ...(search['ruleId'] ? { ruleId: search['ruleId'] } : {}),
    ...(search['identityId'] ? { identityId: search['identityId'] } : {}),
    ...(search['sort'] === 'triggeredAt' ? { sort: 'triggeredAt' as const } : {}),
    ...(search['cursor'] ? { cursor: search['cursor'] } : {}),
  };
  const list = useQuery({ ...listAlertsOptions({ query }), placeholderData: keepPreviousData });
  const { items, selected, select, keep } = useSelection(list.data?.data);
  const words = to === 'RESOLVED' ? texts.resolve : texts.acknowledge;
  return (
    <>
      <PageHead title={texts.title} text={texts.text}>
        <InCode call={{ operation: 'listAlerts', query }} />
      </PageHead>
      <AlertTabs />
      <Filters
        filters={[
          { name: 'status', title: titles.status, values: ['OPEN', 'ACKNOWLEDGED', 'RESOLVED'] },
          { name: 'severity', title: titles.severity, values: ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'] },
        ]}
      />
      <DataTable
        name={texts.title}
        columns={columns}
        rows={list.data?.data}
        rowId={({ id }) => id}
        error={list.error}
        onRetry={() => void list.refetch()}
        paging={list.data?.pagination}
        cursor={search['cursor']}
        onCursor={(cursor) => change({ cursor }, true)}
        readPage={async (cursor, signal) =>
          (await listAlerts({ query: queryAt(query, cursor), signal })).data
        }
        defaultSort="-triggeredAt"
        empty={
          <Empty title={texts.empty.title} text={texts.empty.text}>
            <Button renderRoot={(props) => <PageLink to="alerts/rules" {...props} />}>
              {texts.tabs.rules}
            </Button>
          </Empty>
        }
        {...(mayWrite ? { selected, onSelect: select } : {})}
        bulk={
          <>
            <Button size="xs" variant="default" onClick={() => setTo('ACKNOWLEDGED')}>
              {texts.actions.acknowledge}
            </Button>
            <Button size="xs" onClick={() => setTo('RESOLVED')}>
              {texts.actions.resolve}
            </Button>
          </>
        }
      />
      {to ? (
        <Bulk
          title={words.titles(items.length)}
          text={words.text}
          action={to === 'RESOLVED' ? texts.actions.resolve : texts.actions.acknowledge}
          items={items.map(({ id, title }) => ({ id, name: title }))}
          takesReason={false}
          isHarmless
          pathOf={({ id }) => `alerts/${id}`}
          act={({ id }) => updateAlert({ path: { id }, body: { status: to } })}
          call={({ id }) => ({ operation: 'updateAlert', path: { id }, body: { status: to } })}
          onClose={() => setTo(undefined)}
          onDone={keep}
        />
      ) : null}
    </>
  );
}
