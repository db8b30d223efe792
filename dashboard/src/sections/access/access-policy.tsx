import { Badge, Button, Code, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { versioned } from '../../api/versioned.ts';
import { useMay } from '../../app/me.ts';
import { getAccessPolicyOptions } from '../../generated/@tanstack/react-query.gen.ts';
import { getAccessPolicy } from '../../generated/sdk.gen.ts';
import type { ShownAccessConditions } from '../../generated/types.gen.ts';
import { texts } from '../../texts/access.ts';
import { Id } from '../../ui/copy.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Moment } from '../../ui/moment.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Problem } from '../../ui/problem.tsx';
import { State } from '../../ui/state.tsx';
import { Backtest } from './backtest.tsx';
import { PolicyForm } from './policy-form.tsx';
import { RemovePolicy } from './remove-policy.tsx';

type Dialog = 'edit' | 'remove' | 'backtest';

export function AccessPolicyPage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const path = { id };
  const mayWrite = useMay('conditional_access.write');
  const maySimulate = useMay('conditional_access.simulate');
  const { data, error, refetch } = useQuery(
    versioned(getAccessPolicyOptions({ path }), async (more) => getAccessPolicy({ path, ...more })),
  );
  const [dialog, setDialog] = useState<Dialog>();
  const close = () => {
    setDialog(undefined);
    // After a conflict, the page shows what the next try is about.
    void refetch();
  };
  if (error && !data) return <Problem error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  const policy = data.data;
  return (
    <Stack gap="lg">
      <PageHead
        title={policy.name}
        {...(policy.description ? { text: policy.description } : {})}
        back={{ to: 'access', title: texts.title }}
        beside={
          <>
            <State value={policy.status} />
            <State value={policy.decision} />
          </>
        }
      >
        {mayWrite ? <Button onClick={() => setDialog('edit')}>{texts.edit}</Button> : null}
        {maySimulate ? (
          <Button variant="default" onClick={() => setDialog('backtest')}>
            {texts.backtest}
          </Button>
        ) : null}
        {mayWrite ? (
          <Button variant="subtle" color="red.8" onClick={() => setDialog('remove')}>
            {texts.remove.action}
          </Button>
        ) : null}
      </PageHead>
      <Facts
        rows={[
          ['ID', <Id key="id" value={policy.id} />],
          [texts.columns.priority, policy.priority],
          [
            texts.form.requirements,
            policy.requirements.map((one) => texts.requirements[one]).join(', ') || '–',
          ],
          [texts.columns.matches, policy.matchCount],
          [texts.columns.last, <Moment key="last" at={policy.lastMatchedAt} />],
        ]}
      />
      <Facts title={texts.facts} rows={rowsOf(policy.conditions)} />
      {dialog === 'edit' ? (
        <PolicyForm current={data} onClose={close} read={async () => (await refetch()).data} />
      ) : null}
      {dialog === 'backtest' ? <Backtest policy={policy} onClose={close} /> : null}
      {dialog === 'remove' ? <RemovePolicy policy={data} onClose={close} /> : null}
    </Stack>
  );
}

const badges = (values: readonly string[]) => (
  <Group gap={4}>
    {values.map((value) => (
      <Badge key={value} color="gray" tt="none">
        {value}
      </Badge>
    ))}
  </Group>
);

/** Only what the policy selects by. */
function rowsOf(conditions: ShownAccessConditions): (readonly [string, React.ReactNode])[] {
  const { form: words } = texts;
  const { schedule } = conditions;
  const lists: [string, readonly string[]][] = [
    [words.users, conditions.users.include],
    [words.usersExcept, conditions.users.exclude],
    [words.groups, conditions.groups.include],
    [words.groupsExcept, conditions.groups.exclude],
    [words.identities, conditions.identities.include],
    [words.identitiesExcept, conditions.identities.exclude],
    [words.identityTypes, conditions.identityTypes.include],
    [words.identityTypesExcept, conditions.identityTypes.exclude],
    [words.applications, conditions.applications.include],
    [words.applicationsExcept, conditions.applications.exclude],
    [words.locations, conditions.locations.include],
    [words.locationsExcept, conditions.locations.exclude],
    [words.ipRanges, conditions.ipRanges],
    [words.countries, conditions.countries],
    [words.platforms, conditions.devicePlatforms],
    [words.trust, conditions.deviceTrust],
    [words.risk, conditions.riskLevels],
    [words.clients, conditions.clientTypes],
  ];
  const shown = lists
    .filter(([, values]) => values.length > 0)
    .map(([name, values]): readonly [string, React.ReactNode] => [name, badges(values)]);
  const when: (readonly [string, React.ReactNode])[] = schedule
    ? [
        [
          words.when,
          <Code key="when">{`${schedule.days.join(' ')} ${schedule.from}–${schedule.to} ${schedule.timezone}`}</Code>,
        ],
      ]
    : [];
  const all = [...shown, ...when];
  return all.length > 0 ? all : [[words.who, texts.anyone]];
}
