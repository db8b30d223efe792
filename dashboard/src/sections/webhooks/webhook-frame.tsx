import { Badge, Card, Group, Stack, Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Versioned } from '../../api/versioned.ts';
import type { WebhookWithStats } from '../../generated/types.gen.ts';
import { texts } from '../../texts/webhooks.ts';
import { Moment } from '../../ui/moment.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PageWaiting } from '../../ui/page-waiting.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { PageTabs } from '../../ui/page-tabs.tsx';
import { Problem } from '../../ui/problem.tsx';
import { State } from '../../ui/state.tsx';
import { lettersOf } from './letters-waiting.tsx';
import { delivered, milliseconds } from './rates.ts';
import { useWebhook } from './use-webhook.ts';
import { Actions, type Act } from './webhook-actions.tsx';
import { Banners } from './webhook-banners.tsx';
import { WebhookDialogs } from './webhook-dialogs.tsx';
import styles from './webhook-frame.module.css';

const paths = {
  deliveries: '',
  deadLetters: '/dead-letters',
  verify: '/verify',
  details: '/details',
} as const;
type Tab = keyof typeof paths;

/** What all pages of a webhook have: its name, state and actions, its numbers, and the way to the other pages. */
export function WebhookFrame({
  tab,
  children,
}: {
  tab: Tab;
  children: (webhook: WebhookWithStats, act: (act: Act) => void) => ReactNode;
}) {
  const { id } = useParams({ strict: false }) as { id: string };
  const { data, error, refetch } = useWebhook(id);
  const [act, setAct] = useState<{ act: Act; of: Versioned<WebhookWithStats> }>();
  if (error && !data) return <Problem error={error} onRetry={() => void refetch()} />;
  if (!data) return <PageWaiting />;
  const { data: webhook } = data;
  const begin = (chosen: Act) => setAct({ act: chosen, of: data });
  return (
    <Stack gap="md">
      <PageHead
        title={webhook.name}
        text={webhook.url}
        back={{ to: 'webhooks', title: texts.title }}
        beside={
          <>
            <State value={webhook.status} />
            {webhook.failingSince ? (
              <Badge color="red" tt="none">
                {texts.failing}
              </Badge>
            ) : null}
          </>
        }
      >
        <Actions webhook={webhook} onChoose={begin} />
      </PageHead>
      <Banners webhook={webhook} onChoose={begin} />
      <Numbers webhook={webhook} />
      <PageTabs
        label={webhook.name}
        tabs={Object.entries(paths).map(([name, path]) => ({
          to: `webhooks/${id}${path}`,
          title: texts.tabs[name as Tab],
          isOpen: name === tab,
        }))}
      />
      {children(webhook, begin)}
      {act ? (
        <WebhookDialogs
          act={act.act}
          of={act.of}
          read={async () => {
            const { data: newest } = await refetch();
            if (newest) setAct((now) => now && { ...now, of: newest });
          }}
          onClose={() => setAct(undefined)}
        />
      ) : null}
    </Stack>
  );
}

const number = new Intl.NumberFormat('en');

/** Each number leads to the deliveries that it counts. */
function Numbers({ webhook }: { webhook: WebhookWithStats }) {
  const { id, stats } = webhook;
  const link = (text: string, path: string, status?: string) => (
    <PageLink
      to={`webhooks/${id}${path}`}
      {...(status ? { search: { status } } : {})}
      className={styles.link ?? ''}
    >
      {text}
    </PageLink>
  );
  const shown: readonly [name: string, value: ReactNode][] = [
    [texts.stats.total, link(number.format(stats.totalDeliveries), '')],
    [texts.columns.success, link(delivered(stats), '', 'SUCCESS')],
    [texts.stats.failed, link(number.format(stats.failedDeliveries), '', 'FAILED')],
    [texts.columns.deadLetters, link(lettersOf(webhook), '/dead-letters')],
    [
      texts.columns.last,
      stats.lastDeliveryAt ? (
        <Group gap={6} key="last">
          <Moment at={stats.lastDeliveryAt} isRelative />
          <State
            value={
              stats.lastDeliveryStatus === 'PENDING' ? 'RETRYING' : (stats.lastDeliveryStatus ?? 'UNKNOWN')
            }
          />
          {stats.lastLatencyMs === null ? null : <Text size="sm">{milliseconds(stats.lastLatencyMs)}</Text>}
        </Group>
      ) : (
        texts.noAttempt
      ),
    ],
    [texts.columns.lastSuccess, <Moment key="success" at={stats.lastSuccessAt} isRelative />],
  ];
  return (
    <Card withBorder padding="md">
      <dl className={styles.numbers}>
        {shown.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {typeof value === 'string' || typeof value === 'number' ? <Text fw={600}>{value}</Text> : value}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
