import { Stack, Text } from '@mantine/core';
import { listAnomalies } from '../../generated/sdk.gen.ts';
import { texts } from '../../texts/alerts.ts';
import { RowLink, state, time } from '../../ui/columns.tsx';
import { byCursor } from '../../ui/paging.ts';
import { ResourcePage } from '../../ui/resource-list.tsx';
import { resource } from '../../ui/resource.ts';
import { choicesOf } from '../../ui/settings-form.tsx';
import { ThingLink } from '../../ui/thing-link.tsx';
import { AlertTabs } from './alert-tabs.tsx';
import { JudgeMany } from './judge-many.tsx';

const { anomalies: words, columns: titles } = texts;

const anomalies = resource({
  list: { listAnomalies },
  pages: byCursor,
  filters: [
    {
      name: 'status',
      title: titles.status,
      values: ['OPEN', 'ACKNOWLEDGED', 'RESOLVED', 'FALSE_POSITIVE'],
    },
    { name: 'severity', title: titles.severity, values: ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'] },
    { name: 'type', title: words.type, values: choicesOf(words.types) },
    { name: 'identityId' },
    { name: 'credentialId' },
    { name: 'sort', as: (sort) => (sort === 'detectedAt' ? sort : undefined) },
  ],
  defaultSort: '-detectedAt',
  name: words.title,
  named: ({ identityId, credentialId }) => [identityId, credentialId],
  columns: (names) => [
    {
      id: 'found',
      title: words.found,
      csv: ({ description }) => description,
      cell: ({ id, type, description }) => (
        <Stack gap={0}>
          <RowLink to={`alerts/anomalies/${id}`}>{words.types[type] ?? type}</RowLink>
          <Text size="xs" c="dimmed" lineClamp={2}>
            <bdi>{description}</bdi>
          </Text>
        </Stack>
      ),
    },
    state('severity', titles.severity),
    state('status', titles.status),
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
    time('lastSeenAt', words.last, 'relative'),
    time('detectedAt', words.first, 'time', { isMinor: true, sort: '-detectedAt' }),
  ],
  nameOf: ({ description }) => description,
  words,
  bulk: {
    needs: 'anomalies.write',
    path: 'alerts/anomalies',
    // An anomaly that is closed cannot be opened again.
    steps: [
      { action: words.judge, fits: ({ closedAt }) => closedAt === null, look: 'main', dialog: JudgeMany },
    ],
  },
});

export const AnomalyListPage = () => (
  <ResourcePage of={anomalies} head={{ title: texts.title, text: words.text }}>
    <AlertTabs />
  </ResourcePage>
);
