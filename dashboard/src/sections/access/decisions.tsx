import { Button, Code, Modal, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  getAccessStatsOptions,
  listAccessDecisionsOptions,
} from '../../generated/@tanstack/react-query.gen.ts';
import type { AccessDecision, AttemptOutcome, RecordedAccessDecision } from '../../generated/types.gen.ts';
import { texts } from '../../texts/access.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Days } from '../../ui/days.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Filters } from '../../ui/filters.tsx';
import { Moment } from '../../ui/moment.tsx';
import { choicesOf } from '../../ui/settings-form.tsx';
import { State } from '../../ui/state.tsx';
import { useSearch } from '../../ui/use-search.ts';

const { decided: words } = texts;
const outcomes: readonly AttemptOutcome[] = ['ALLOWED', 'DENIED', 'ASKED'];

export function Decisions() {
  const [search, change] = useSearch();
  const [shown, setShown] = useState<RecordedAccessDecision>();
  const stats = useQuery(getAccessStatsOptions());
  const query = {
    limit: 50,
    ...(search['decision'] ? { decision: search['decision'] as AccessDecision } : {}),
    ...(search['outcome'] ? { outcome: search['outcome'] as AttemptOutcome } : {}),
    ...(search['policyId'] ? { policyId: search['policyId'] } : {}),
    ...(search['cursor'] ? { cursor: search['cursor'] } : {}),
  };
  const list = useQuery({ ...listAccessDecisionsOptions({ query }), placeholderData: keepPreviousData });
  const columns: Column<RecordedAccessDecision>[] = [
    {
      id: 'at',
      title: words.columns.at,
      csv: ({ timestamp }) => timestamp,
      cell: ({ timestamp }) => <Moment at={timestamp} />,
    },
    {
      id: 'subject',
      title: words.columns.subject,
      csv: ({ userId, identityId }) => userId ?? identityId,
      cell: ({ userId, identityId }) => <Code>{userId ?? identityId}</Code>,
    },
    {
      id: 'application',
      title: words.columns.application,
      isMinor: true,
      csv: ({ application }) => application,
      cell: ({ application }) => application,
    },
    {
      id: 'decision',
      title: words.columns.decision,
      csv: ({ decision }) => decision,
      cell: ({ decision }) => <State value={decision} />,
    },
    {
      id: 'outcome',
      title: words.columns.outcome,
      csv: ({ outcome }) => outcome,
      cell: ({ outcome }) => <State value={outcome} />,
    },
    {
      id: 'policy',
      title: words.columns.policy,
      csv: ({ policyName }) => policyName,
      cell: ({ policyName }) => policyName,
    },
    {
      id: 'attempts',
      title: words.columns.attempts,
      isMinor: true,
      csv: ({ attempts }) => attempts,
      cell: ({ attempts }) => attempts,
    },
    {
      id: 'inputs',
      title: '',
      cell: (decision) =>
        decision.inputs ? (
          <Button size="compact-sm" variant="subtle" onClick={() => setShown(decision)}>
            {words.show}
          </Button>
        ) : null,
    },
  ];
  return (
    <Stack>
      {stats.data && stats.data.days.length > 0 ? (
        <Days
          title={words.chart}
          days={stats.data.days.map(({ day, allowed, blocked, asked }) => ({
            date: day,
            values: [allowed, blocked, asked],
          }))}
          series={[words.allowed, words.blocked, words.asked]}
        />
      ) : null}
      <Filters
        filters={[
          { name: 'decision', title: texts.filters.decision, values: choicesOf(texts.decisions) },
          { name: 'outcome', title: texts.filters.outcome, values: outcomes },
        ]}
      />
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
        empty={<Empty title={words.empty.title} text={words.empty.text} />}
      />
      {shown ? (
        <Modal opened onClose={() => setShown(undefined)} title={words.inputs} size="lg">
          <Text size="sm" mb="sm">
            <Moment at={shown.timestamp} />
          </Text>
          <Code block tabIndex={0}>
            {JSON.stringify(shown.inputs, null, 2)}
          </Code>
        </Modal>
      ) : null}
    </Stack>
  );
}
