import { Button, Stack } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  getAccessStatsOptions,
  listAccessDecisionsOptions,
} from '../../generated/@tanstack/react-query.gen.ts';
import { listAccessDecisions } from '../../generated/sdk.gen.ts';
import type { AccessDecision, AttemptOutcome, RecordedAccessDecision } from '../../generated/types.gen.ts';
import { texts } from '../../texts/access.ts';
import { queryAt } from '../../ui/csv.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Days } from '../../ui/days.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Filters } from '../../ui/filters.tsx';
import { InCode } from '../../ui/in-code.tsx';
import { Moment } from '../../ui/moment.tsx';
import { useNames } from '../../ui/names.ts';
import { PickAccessPolicy } from '../../ui/pick-access-policy.tsx';
import { PickApplication } from '../../ui/pick-application.tsx';
import { PickIdentity } from '../../ui/pick-identity.tsx';
import { PickUser } from '../../ui/pick-user.tsx';
import { choicesOf } from '../../ui/settings-form.tsx';
import { State } from '../../ui/state.tsx';
import { ThingLink } from '../../ui/thing-link.tsx';
import { useSearch } from '../../ui/use-search.ts';
import { Decision } from './decision.tsx';

const { decided: words } = texts;
const outcomes: readonly AttemptOutcome[] = ['ALLOWED', 'DENIED', 'ASKED'];

/** The filters by things. Each shows only what the user may read. */
const pickers = [
  { name: 'policyId', Picker: PickAccessPolicy },
  { name: 'userId', Picker: PickUser },
  { name: 'identityId', Picker: PickIdentity },
  { name: 'application', Picker: PickApplication },
] as const;

export function Decisions() {
  const [search, change] = useSearch();
  const [shown, setShown] = useState<RecordedAccessDecision>();
  const { policyId } = search;
  const stats = useQuery(getAccessStatsOptions(policyId ? { query: { policyId } } : undefined));
  const picked = Object.fromEntries(
    pickers.flatMap(({ name }) => (search[name] ? [[name, search[name]]] : [])),
  );
  const query = {
    limit: 50,
    ...(search['decision'] ? { decision: search['decision'] as AccessDecision } : {}),
    ...(search['outcome'] ? { outcome: search['outcome'] as AttemptOutcome } : {}),
    ...picked,
    ...(search['cursor'] ? { cursor: search['cursor'] } : {}),
  };
  const list = useQuery({ ...listAccessDecisionsOptions({ query }), placeholderData: keepPreviousData });
  const rows = list.data?.data ?? [];
  const names = useNames(
    rows.flatMap((one) =>
      [one.userId, one.identityId, one.application].filter((id): id is string => id !== null),
    ),
  );
  const linked = (id: string | null) => (id === null ? '–' : <ThingLink id={id} name={names.get(id)} />);
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
      csv: ({ userId, identityId }) => names.get(userId ?? identityId ?? '') ?? userId ?? identityId,
      cell: ({ userId, identityId }) => linked(userId ?? identityId),
    },
    {
      id: 'application',
      title: words.columns.application,
      isMinor: true,
      csv: ({ application }) => application,
      cell: ({ application }) => linked(application),
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
      cell: ({ policyId: id, policyName }) =>
        id === null ? (policyName ?? '–') : <ThingLink id={id} name={policyName} />,
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
      cell: (decision) => (
        <Button size="compact-sm" variant="subtle" onClick={() => setShown(decision)}>
          {words.show}
        </Button>
      ),
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
      >
        {pickers.map(({ name, Picker }) => (
          <Picker
            key={name}
            aria-label={texts.filters[name]}
            placeholder={texts.filters[name]}
            value={search[name] ?? null}
            onChange={(value) => change({ [name]: value ?? undefined })}
            w={190}
          />
        ))}
        <InCode call={{ operation: 'listAccessDecisions', query }} />
      </Filters>
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
        readPage={async (cursor, signal) =>
          (await listAccessDecisions({ query: queryAt(query, cursor), signal })).data
        }
        empty={<Empty title={words.empty.title} text={words.empty.text} />}
      />
      {shown ? <Decision decision={shown} onClose={() => setShown(undefined)} /> : null}
    </Stack>
  );
}
