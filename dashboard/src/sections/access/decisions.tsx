import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getAccessStatsOptions } from '../../generated/@tanstack/react-query.gen.ts';
import { listAccessDecisions } from '../../generated/sdk.gen.ts';
import type { RecordedAccessDecision } from '../../generated/types.gen.ts';
import { texts } from '../../texts/access.ts';
import { plain, state, time } from '../../ui/columns.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Days } from '../../ui/days.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Filters } from '../../ui/filters.tsx';
import { InCode } from '../../ui/in-code.tsx';
import { listing } from '../../ui/listing.ts';
import { type Names, useNames } from '../../ui/names.ts';
import { byCursor } from '../../ui/paging.ts';
import { PickAccessPolicy } from '../../ui/pick-access-policy.tsx';
import { PickApplication } from '../../ui/pick-application.tsx';
import { PickIdentity } from '../../ui/pick-identity.tsx';
import { PickUser } from '../../ui/pick-user.tsx';
import { choicesOf } from '../../ui/settings-form.tsx';
import { ThingLink } from '../../ui/thing-link.tsx';
import { useList } from '../../ui/use-list.ts';
import { useSearch } from '../../ui/use-search.ts';
import { Decision } from './decision.tsx';

const { decided: words } = texts;

const decisions = listing({
  list: { listAccessDecisions },
  pages: byCursor,
  filters: [
    { name: 'decision', title: texts.filters.decision, values: choicesOf(texts.decisions) },
    { name: 'outcome', title: texts.filters.outcome, values: ['ALLOWED', 'DENIED', 'ASKED'] },
    { name: 'policyId', title: texts.filters.policyId, picker: PickAccessPolicy, width: 190 },
    { name: 'userId', title: texts.filters.userId, picker: PickUser, width: 190 },
    { name: 'identityId', title: texts.filters.identityId, picker: PickIdentity, width: 190 },
    { name: 'application', title: texts.filters.application, picker: PickApplication, width: 190 },
  ],
});

const columnsOf = (
  names: Names,
  onShow: (decision: RecordedAccessDecision) => void,
): Column<RecordedAccessDecision>[] => {
  const linked = (id: string | null) => (id === null ? '–' : <ThingLink id={id} name={names.get(id)} />);
  return [
    time('timestamp', words.columns.at, 'time'),
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
    state('decision', words.columns.decision),
    state('outcome', words.columns.outcome),
    {
      id: 'policy',
      title: words.columns.policy,
      csv: ({ policyName }) => policyName,
      cell: ({ policyId: id, policyName }) =>
        id === null ? (policyName ?? '–') : <ThingLink id={id} name={policyName} />,
    },
    plain('attempts', words.columns.attempts, { isMinor: true }),
    {
      id: 'inputs',
      title: '',
      cell: (decision) => (
        <Button size="compact-sm" variant="subtle" onClick={() => onShow(decision)}>
          {words.show}
        </Button>
      ),
    },
  ];
};

export function Decisions() {
  const [{ policyId }] = useSearch();
  const [shown, setShown] = useState<RecordedAccessDecision>();
  const stats = useQuery(getAccessStatsOptions(policyId ? { query: { policyId } } : undefined));
  const list = useList(decisions);
  const names = useNames(
    (list.rows ?? [])
      .flatMap((one) => [one.userId, one.identityId, one.application])
      .filter((id) => id !== null),
  );
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
      <Filters filters={decisions.filters}>
        <InCode call={list.call} />
      </Filters>
      <DataTable
        name={words.title}
        columns={columnsOf(names, setShown)}
        {...list.table}
        empty={<Empty title={words.empty.title} text={words.empty.text} />}
      />
      {shown ? <Decision decision={shown} onClose={() => setShown(undefined)} /> : null}
    </Stack>
  );
}
