import { Anchor, Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { versioned } from '../../api/versioned.ts';
import { useMay } from '../../app/me.ts';
import { getAccessPolicy } from '../../generated/sdk.gen.ts';
import type { AccessPolicy } from '../../generated/types.gen.ts';
import { texts } from '../../texts/access.ts';
import { texts as ui } from '../../texts/ui.ts';
import { Id } from '../../ui/copy.tsx';
import { durationOf } from '../../ui/duration.ts';
import { Facts } from '../../ui/facts.tsx';
import { InCode } from '../../ui/in-code.tsx';
import { Moment } from '../../ui/moment.tsx';
import { NamedLink } from '../../ui/named-link.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { PageWaiting } from '../../ui/page-waiting.tsx';
import { Problem } from '../../ui/problem.tsx';
import { RecentChanges } from '../../ui/recent-changes.tsx';
import { State } from '../../ui/state.tsx';
import { Backtest } from './backtest.tsx';
import { Conditions } from './conditions.tsx';
import { policyOf, valuesOf } from './policy-values.ts';
import { RemovePolicy } from './remove-policy.tsx';
import { switchOf, SwitchPolicy } from './switch-policy.tsx';

type Dialog = 'remove' | 'backtest' | 'switch';

export function AccessPolicyPage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const path = { id };
  const mayWrite = useMay('conditional_access.write');
  const maySimulate = useMay('conditional_access.simulate');
  const { data, error, refetch } = useQuery(versioned({ getAccessPolicy }, { path }));
  const [dialog, setDialog] = useState<Dialog>();
  const close = () => {
    setDialog(undefined);
    // After a conflict, the page shows what the next try is about.
    void refetch();
  };
  if (error && !data) return <Problem error={error} onRetry={() => void refetch()} />;
  if (!data) return <PageWaiting />;
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
        <InCode call={{ operation: 'getAccessPolicy', path }} />
        {mayWrite ? (
          <>
            <Button renderRoot={(props) => <PageLink to={`access/${id}/edit`} {...props} />}>
              {texts.edit}
            </Button>
            <Button variant="default" onClick={() => setDialog('switch')}>
              {texts.switch[switchOf(policy)].action}
            </Button>
          </>
        ) : null}
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
          [
            texts.columns.matches,
            <Anchor
              key="matches"
              renderRoot={(props) => (
                <PageLink to="access" search={{ tab: 'decisions', policyId: policy.id }} {...props} />
              )}
            >
              {policy.matchCount}
            </Anchor>,
          ],
          [texts.columns.last, <Moment key="last" at={policy.lastMatchedAt} />],
          ...sessionRows(policy),
          [texts.by, policy.createdBy ? <NamedLink key="by" id={policy.createdBy} /> : '–'],
          [texts.changed, <Moment key="changed" at={policy.updatedAt} />],
        ]}
      />
      <Conditions conditions={policy.conditions} />
      <RecentChanges id={policy.id} />
      {dialog === 'backtest' ? (
        <Backtest draft={policyOf(valuesOf(policy))} inPlaceOf={policy.id} onClose={close} />
      ) : null}
      {dialog === 'switch' ? <SwitchPolicy policy={data} read={refetch} onClose={close} /> : null}
      {dialog === 'remove' ? <RemovePolicy policy={data} read={refetch} onClose={close} /> : null}
    </Stack>
  );
}

/** Only what the policy says of sessions. */
const sessionRows = ({ session }: AccessPolicy): (readonly [string, string])[] => [
  ...(session.maxAgeSeconds === null || session.maxAgeSeconds === undefined
    ? []
    : [[texts.form.maxAge, durationOf(session.maxAgeSeconds) || String(session.maxAgeSeconds)] as const]),
  ...(session.persistent === false ? [[texts.form.persistent, ui.yes] as const] : []),
];
