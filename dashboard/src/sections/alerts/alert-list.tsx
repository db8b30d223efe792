import { Button, Stack, Text } from '@mantine/core';
import { sendsEntered } from '../../api/sends.ts';
import { listAlerts, updateAlert } from '../../generated/sdk.gen.ts';
import { texts } from '../../texts/alerts.ts';
import { RowLink, state, time } from '../../ui/columns.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { byCursor } from '../../ui/paging.ts';
import { ResourcePage } from '../../ui/resource-list.tsx';
import { resource } from '../../ui/resource.ts';
import { spokenOpen } from '../../ui/state.tsx';
import { ThingLink } from '../../ui/thing-link.tsx';
import { useSearch } from '../../ui/use-search.ts';
import { AlertTabs } from './alert-tabs.tsx';
import { AnomalyListPage } from './anomaly-list.tsx';

const { columns: titles } = texts;

const alerts = resource({
  list: { listAlerts },
  pages: byCursor,
  filters: [
    { name: 'status', title: titles.status, values: ['OPEN', 'ACKNOWLEDGED', 'RESOLVED'] },
    { name: 'severity', title: titles.severity, values: ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'] },
    { name: 'ruleId' },
    { name: 'identityId' },
    { name: 'sort', as: (sort) => (sort === 'triggeredAt' ? sort : undefined) },
  ],
  defaultSort: '-triggeredAt',
  name: texts.title,
  columns: [
    {
      id: 'title',
      title: titles.title,
      csv: ({ title }) => title,
      cell: ({ id, title, description }) => (
        <Stack gap={0}>
          <RowLink to={`alerts/${id}`}>{title}</RowLink>
          <Text size="xs" c="dimmed" lineClamp={2}>
            <bdi>{description}</bdi>
          </Text>
        </Stack>
      ),
    },
    state('severity', titles.severity),
    state('status', titles.status),
    { id: 'count', title: titles.count, csv: ({ count }) => count, cell: ({ count }) => `${count}\u00a0×` },
    {
      id: 'source',
      title: titles.source,
      isMinor: true,
      csv: ({ source }) => source.id ?? source.type,
      cell: ({ source: { type, id } }) =>
        id ? <ThingLink id={id} name={spokenOpen(type)} /> : spokenOpen(type),
    },
    time('lastTriggeredAt', titles.last, 'relative'),
    time('triggeredAt', titles.first, 'time', { isMinor: true, sort: '-triggeredAt' }),
  ],
  nameOf: ({ title }) => title,
  words: texts,
  bulk: {
    needs: 'alerts.write',
    path: 'alerts',
    steps: [
      {
        action: texts.actions.acknowledge,
        title: texts.acknowledge.titles,
        text: texts.acknowledge.text,
        isHarmless: true,
        takesReason: false,
        ...sendsEntered({ updateAlert }, ({ id }: { id: string }) => ({
          path: { id },
          body: { status: 'ACKNOWLEDGED' },
        })),
      },
      {
        action: texts.actions.resolve,
        title: texts.resolve.titles,
        text: texts.resolve.text,
        look: 'main',
        isHarmless: true,
        takesReason: false,
        ...sendsEntered({ updateAlert }, ({ id }: { id: string }) => ({
          path: { id },
          body: { status: 'RESOLVED' },
        })),
      },
    ],
  },
});

export function AlertListPage() {
  const [search] = useSearch();
  // Older links name the anomalies like this.
  return search['tab'] === 'anomalies' ? <AnomalyListPage /> : <AlertList />;
}

const AlertList = () => (
  <ResourcePage
    of={alerts}
    head={{ title: texts.title, text: texts.text }}
    empty={
      <Button renderRoot={(props) => <PageLink to="alerts/rules" {...props} />}>{texts.tabs.rules}</Button>
    }
  >
    <AlertTabs />
  </ResourcePage>
);
