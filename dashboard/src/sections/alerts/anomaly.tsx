import { Button, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { versioned } from '../../api/versioned.ts';
import { useMay } from '../../app/me.ts';
import { getAnomaly, updateAnomaly } from '../../generated/sdk.gen.ts';
import type { Anomaly, AnomalyStatus } from '../../generated/types.gen.ts';
import { texts } from '../../texts/alerts.ts';
import { texts as ui } from '../../texts/ui.ts';
import { Id } from '../../ui/copy.tsx';
import { EditDialog, type Opened } from '../../ui/edit-dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Moment } from '../../ui/moment.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PageWaiting } from '../../ui/page-waiting.tsx';
import { Problem } from '../../ui/problem.tsx';
import { State } from '../../ui/state.tsx';
import { ThingLink } from '../../ui/thing-link.tsx';
import { Evidence } from './evidence.tsx';
import { JudgeFields } from './judge-fields.tsx';

const { anomalies: words, columns: titles } = texts;

export function AnomalyPage() {
  const { anomalyId } = useParams({ strict: false }) as { anomalyId: string };
  const path = { id: anomalyId };
  const { data, error, refetch } = useQuery(versioned({ getAnomaly }, { path }));
  const [isJudging, setIsJudging] = useState(false);
  const mayWrite = useMay('anomalies.write');
  if (error && !data) return <Problem error={error} onRetry={() => void refetch()} />;
  if (!data) return <PageWaiting />;
  const anomaly = data.data;
  return (
    <Stack gap="lg">
      <PageHead
        title={words.types[anomaly.type] ?? anomaly.type}
        back={{ to: 'alerts/anomalies', title: words.title }}
        beside={
          <>
            <State value={anomaly.severity} />
            <State value={anomaly.status} />
          </>
        }
      >
        {mayWrite && !anomaly.closedAt ? (
          <Button onClick={() => setIsJudging(true)}>{words.judge}</Button>
        ) : null}
      </PageHead>
      <About anomaly={anomaly} />
      <section>
        <Title order={2} size="h4">
          {words.evidence}
        </Title>
        <Text size="sm" c="dimmed" mb="sm">
          {words.evidenceText}
        </Text>
        <Evidence evidence={anomaly.evidence} label={words.evidence} />
      </section>
      {isJudging ? (
        <Judge opened={data} read={async () => (await refetch()).data} onClose={() => setIsJudging(false)} />
      ) : null}
    </Stack>
  );
}

function About({ anomaly }: { anomaly: Anomaly }) {
  const { identityId, credentialId, userId, note } = anomaly;
  return (
    <Facts
      title={texts.happened}
      rows={[
        [words.found, <bdi key="found">{anomaly.description}</bdi>],
        [titles.identity, identityId ? <ThingLink key="identity" id={identityId} /> : ui.none],
        [words.credential, credentialId ? <ThingLink key="credential" id={credentialId} /> : ui.none],
        ...(userId ? ([[words.user, <ThingLink key="user" id={userId} />]] as const) : []),
        [words.occurrences, `${anomaly.occurrences} ×`],
        [words.score, `${anomaly.score} / 100`],
        [words.first, <Moment key="first" at={anomaly.detectedAt} isExact />],
        [words.last, <Moment key="last" at={anomaly.lastSeenAt} isExact />],
        ...(anomaly.closedAt
          ? ([[words.closed, <Moment key="closed" at={anomaly.closedAt} isExact />]] as const)
          : []),
        [words.note, note ? <bdi key="note">{note}</bdi> : ui.none],
        ['ID', <Id key="id" value={anomaly.id} />],
      ]}
    />
  );
}

function Judge(parts: Opened<Anomaly>) {
  const offered = Object.keys(words.outcomes).filter((one) => one !== parts.opened.data.status);
  return (
    <EditDialog
      {...parts}
      action={words.judge}
      said={words.judged}
      // After a conflict, the outcome that the form shows stays, also the first one, which is chosen at the start.
      valuesOf={({ note }) => ({ status: offered[0] ?? '', note: note ?? '' })}
      titles={{ note: words.note }}
      operation={{ updateAnomaly }}
      optionsOf={(values, { base, patch }) => ({
        path: { id: base.data.id },
        body: {
          status: values.status as AnomalyStatus,
          ...patch(values, { note: values.note.trim() || null }),
        },
      })}
    >
      {(form) => (
        <JudgeFields
          outcomes={offered}
          status={{ description: words.judgeText, ...form.getInputProps('status') }}
          note={form.getInputProps('note')}
        />
      )}
    </EditDialog>
  );
}
