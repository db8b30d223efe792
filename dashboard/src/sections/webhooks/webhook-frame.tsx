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
import { useLetters } from './letters-waiting.tsx';
import { delivered } from './rates.ts';
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
      {act ? <WebhookDialogs act={act.act} of={act.of} onClose={() => setAct(undefined)} /> : null}
    </Stack>
  );
}

function Numbers({ webhook: { id, stats } }: { webhook: WebhookWithStats }) {
  const letters = useLetters(id);
  const shown: readonly [name: string, value: ReactNode][] = [
    [texts.stats.total, stats.totalDeliveries],
    [texts.columns.success, delivered(stats)],
    [texts.stats.failed, stats.failedDeliveries],
    [
      texts.columns.deadLetters,
      <PageLink key="letters" to={`webhooks/${id}/dead-letters`} className={styles.link ?? ''}>
        {letters ?? '…'}
      </PageLink>,
    ],
    [
      texts.columns.last,
      stats.lastDeliveryAt ? (
        <Group gap={6} key="last">
          <Moment at={stats.lastDeliveryAt} isRelative />
          <State
            value={stats.lastDeliveryStatus === 'PENDING' ? 'RETRYING' : (stats.lastDeliveryStatus ?? '')}
          />
        </Group>
      ) : (
        texts.noAttempt
      ),
    ],
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
