import { Badge, Button, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { sends } from '../../api/sends.ts';
import { ifMatch, type Versioned, versioned } from '../../api/versioned.ts';
import { useMay } from '../../app/me.ts';
import { deletePolicy, getPolicy, updatePolicy } from '../../generated/sdk.gen.ts';
import type { Policy, PolicyMode } from '../../generated/types.gen.ts';
import { texts } from '../../texts/policies.ts';
import { texts as ui } from '../../texts/ui.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Id } from '../../ui/copy.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Moment } from '../../ui/moment.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PageWaiting } from '../../ui/page-waiting.tsx';
import { Problem } from '../../ui/problem.tsx';
import { RecentChanges } from '../../ui/recent-changes.tsx';
import { spoken, spokenOpen, State } from '../../ui/state.tsx';
import { ThingLink } from '../../ui/thing-link.tsx';
import { useGo } from '../../ui/use-go.ts';
import { Evaluate } from './evaluate.tsx';
import { EditPolicy } from './policy-form.tsx';
import { aboutOf } from './policy-list.tsx';

const { columns: titles, act } = texts;

type Dialog = 'edit' | 'remove' | 'evaluate' | PolicyMode;

const modeActs: readonly [mode: PolicyMode, label: string][] = [
  ['ENFORCE', act.enforce],
  ['REPORT_ONLY', act.report],
  ['DISABLED', act.disable],
];

export function PolicyPage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const path = { id };
  const { data, error, refetch } = useQuery(versioned({ getPolicy }, { path }));
  const [dialog, setDialog] = useState<Dialog>();
  const mayWrite = useMay('policies.write');
  if (error && !data) return <Problem error={error} onRetry={() => void refetch()} />;
  if (!data) return <PageWaiting />;
  const policy = data.data;
  const close = () => setDialog(undefined);
  return (
    <Stack gap="lg">
      <PageHead
        title={policy.name}
        text={texts.types[policy.type]?.[1] ?? ''}
        back={{ to: 'policies', title: texts.title }}
        beside={<State value={policy.mode} />}
      >
        <Button variant="default" onClick={() => setDialog('evaluate')}>
          {texts.evaluate}
        </Button>
        {mayWrite ? (
          <>
            {modeActs
              .filter(([mode]) => mode !== policy.mode)
              .map(([mode, label]) => (
                <Button key={mode} variant="default" onClick={() => setDialog(mode)}>
                  {label}
                </Button>
              ))}
            <Button onClick={() => setDialog('edit')}>{act.edit}</Button>
            <Button variant="subtle" color="red.8" onClick={() => setDialog('remove')}>
              {act.remove}
            </Button>
          </>
        ) : null}
      </PageHead>
      <About policy={policy} />
      <RecentChanges id={policy.id} />
      {dialog === 'edit' ? (
        <EditPolicy opened={data} read={async () => (await refetch()).data} onClose={close} />
      ) : null}
      {dialog === 'evaluate' ? <Evaluate onClose={close} /> : null}
      {dialog === 'remove' ? <Remove policy={data} onClose={close} /> : null}
      {dialog === 'ENFORCE' || dialog === 'REPORT_ONLY' || dialog === 'DISABLED' ? (
        <ChangeMode policy={data} mode={dialog} onClose={close} />
      ) : null}
    </Stack>
  );
}

const badges = (values: readonly string[]) => (
  <Group gap={4}>
    {values.map((value) => (
      <Badge key={value} color="gray" tt="none" maw="100%">
        <bdi>{value}</bdi>
      </Badge>
    ))}
  </Group>
);

const shown = (value: unknown) => {
  if (Array.isArray(value)) return badges(value.map(String));
  if (typeof value === 'boolean') return value ? ui.yes : ui.no;
  return typeof value === 'number' ? value.toLocaleString('en') : String(value);
};

function About({ policy }: { policy: Policy }) {
  const about = aboutOf(policy);
  return (
    <>
      <Facts
        title={texts.form.rule}
        rows={[
          [titles.type, texts.types[policy.type]?.[0] ?? spokenOpen(policy.type)],
          ...Object.entries(policy.parameters).map(
            ([name, value]) =>
              [(texts.parameters as Record<string, string>)[name] ?? name, shown(value)] as const,
          ),
          [titles.actions, badges(policy.actions.map(spoken))],
          [titles.severity, <State key="severity" value={policy.severity} />],
        ]}
      />
      <Facts
        rows={[
          [titles.about, about.length === 0 ? texts.everyone : badges(about)],
          [titles.matched, policy.matchedIdentities.toLocaleString('en')],
          [titles.violations, policy.violationCount.toLocaleString('en')],
          [titles.last, <Moment key="last" at={policy.lastViolatedAt} />],
          [texts.form.description, policy.description ? <bdi key="text">{policy.description}</bdi> : ui.none],
          [titles.createdBy, policy.createdBy ? <ThingLink key="by" id={policy.createdBy} /> : ui.none],
          [titles.changed, <Moment key="changed" at={policy.updatedAt} />],
          ['ID', <Id key="id" value={policy.id} />],
        ]}
      />
    </>
  );
}

function ChangeMode({
  policy,
  mode,
  onClose,
}: {
  policy: Versioned<Policy>;
  mode: PolicyMode;
  onClose: () => void;
}) {
  const { id, name } = policy.data;
  const headers = ifMatch(policy);
  const label = modeActs.find(([one]) => one === mode)?.[1] ?? mode;
  return (
    <Confirm
      title={texts.changeTitle(label, name)}
      text={texts.change[mode] ?? ''}
      action={label}
      said={texts.saved}
      isHarmless={mode !== 'DISABLED'}
      {...sends({ updatePolicy }, { path: { id }, body: { mode }, headers })}
      onClose={onClose}
    />
  );
}

function Remove({ policy, onClose }: { policy: Versioned<Policy>; onClose: () => void }) {
  const go = useGo();
  const { id, name } = policy.data;
  const headers = ifMatch(policy);
  return (
    <Confirm
      title={texts.remove.title(name)}
      text={texts.remove.text}
      action={act.remove}
      typed={name}
      said={texts.remove.said}
      {...sends({ deletePolicy }, { path: { id }, headers })}
      onClose={onClose}
      onDone={() => go('policies')}
    />
  );
}
