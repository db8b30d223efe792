import { Alert as Note, Button, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { sends } from '../../api/sends.ts';
import { ifMatch, type Versioned, versioned } from '../../api/versioned.ts';
import { useMay } from '../../app/me.ts';
import { getAnomalyOptions } from '../../generated/@tanstack/react-query.gen.ts';
import { getAlert, updateAlert } from '../../generated/sdk.gen.ts';
import type { Alert, AlertStatus, AuditLog } from '../../generated/types.gen.ts';
import { texts } from '../../texts/alerts.ts';
import { texts as ui } from '../../texts/ui.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Id } from '../../ui/copy.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Moment } from '../../ui/moment.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { PageWaiting } from '../../ui/page-waiting.tsx';
import { Problem } from '../../ui/problem.tsx';
import { RecentChanges } from '../../ui/recent-changes.tsx';
import { spokenOpen, State } from '../../ui/state.tsx';
import { ThingLink } from '../../ui/thing-link.tsx';
import { Evidence } from './evidence.tsx';

const { columns: titles } = texts;

export function AlertPage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const path = { id };
  const { data, error, refetch } = useQuery(versioned({ getAlert }, { path }));
  const [to, setTo] = useState<AlertStatus>();
  const mayWrite = useMay('alerts.write');
  if (error && !data) return <Problem error={error} onRetry={() => void refetch()} />;
  if (!data) return <PageWaiting />;
  const alert = data.data;
  return (
    <Stack gap="lg">
      <PageHead
        title={alert.title}
        back={{ to: 'alerts', title: texts.title }}
        beside={
          <>
            <State value={alert.severity} />
            <State value={alert.status} />
          </>
        }
      >
        {mayWrite && alert.status === 'OPEN' ? (
          <Button variant="default" onClick={() => setTo('ACKNOWLEDGED')}>
            {texts.actions.acknowledge}
          </Button>
        ) : null}
        {mayWrite && alert.status !== 'RESOLVED' ? (
          <Button onClick={() => setTo('RESOLVED')}>{texts.actions.resolve}</Button>
        ) : null}
      </PageHead>
      <About alert={alert} />
      {texts.advice[alert.source.type] && alert.status !== 'RESOLVED' ? (
        <Note color="blue" title={texts.next}>
          {texts.advice[alert.source.type]}
        </Note>
      ) : null}
      {alert.source.type === 'ANOMALY' && alert.source.id ? <Cause id={alert.source.id} /> : null}
      <RecentChanges id={alert.id} most={20} say={newState} />
      {to ? <Change alert={data} to={to} onClose={() => setTo(undefined)} /> : null}
    </Stack>
  );
}

const newState = ({ changes, action }: AuditLog): string =>
  changes.map(({ to }) => (typeof to === 'string' ? spokenOpen(to) : '')).join(' ') || action;

function About({ alert }: { alert: Alert }) {
  const { source, identityId, ruleId } = alert;
  return (
    <Facts
      title={texts.happened}
      rows={[
        [texts.happened, <bdi key="text">{alert.description}</bdi>],
        [
          titles.source,
          source.id ? (
            <ThingLink key="source" id={source.id} name={spokenOpen(source.type)} size="md" />
          ) : (
            spokenOpen(source.type)
          ),
        ],
        [titles.identity, identityId ? <ThingLink key="identity" id={identityId} /> : ui.none],
        [titles.rule, ruleId ? <ThingLink key="rule" id={ruleId} /> : texts.always],
        [titles.count, `${alert.count} ×`],
        [titles.first, <Moment key="first" at={alert.triggeredAt} isExact />],
        [titles.last, <Moment key="last" at={alert.lastTriggeredAt} isExact />],
        ...(alert.resolvedAt
          ? ([[titles.resolved, <Moment key="resolved" at={alert.resolvedAt} isExact />]] as const)
          : []),
        ['ID', <Id key="id" value={alert.id} />],
      ]}
    />
  );
}

/** The anomaly that raised the alert, with its evidence. */
function Cause({ id }: { id: string }) {
  const mayRead = useMay('anomalies.read');
  const { data } = useQuery({ ...getAnomalyOptions({ path: { id } }), enabled: mayRead });
  if (!data) return null;
  return (
    <section>
      <Title order={2} size="h4" mb="sm">
        {texts.anomalies.evidence}
      </Title>
      <Stack gap="sm" align="flex-start">
        <Text>
          <bdi>{data.description}</bdi>
        </Text>
        <Evidence evidence={data.evidence} label={texts.anomalies.evidence} />
        <Button
          variant="default"
          renderRoot={(props) => <PageLink to={`alerts/anomalies/${id}`} {...props} />}
        >
          {texts.anomalies.judge}
        </Button>
      </Stack>
    </section>
  );
}

function Change({ alert, to, onClose }: { alert: Versioned<Alert>; to: AlertStatus; onClose: () => void }) {
  const { id, title } = alert.data;
  const words = to === 'RESOLVED' ? texts.resolve : texts.acknowledge;
  const headers = ifMatch(alert);
  return (
    <Confirm
      title={words.title(title)}
      text={words.text}
      action={to === 'RESOLVED' ? texts.actions.resolve : texts.actions.acknowledge}
      said={words.said}
      isHarmless
      {...sends({ updateAlert }, { path: { id }, body: { status: to }, headers })}
      onClose={onClose}
    />
  );
}
