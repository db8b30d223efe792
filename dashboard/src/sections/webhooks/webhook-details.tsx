import { Badge, Group } from '@mantine/core';
import type { WebhookWithStats } from '../../generated/types.gen.ts';
import { texts } from '../../texts/webhooks.ts';
import { Id } from '../../ui/copy.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Moment } from '../../ui/moment.tsx';
import { RecentChanges } from '../../ui/recent-changes.tsx';
import { WebhookFrame } from './webhook-frame.tsx';

/** What a webhook is set to. */
export function WebhookDetails() {
  return <WebhookFrame tab="details">{(webhook) => <Details webhook={webhook} />}</WebhookFrame>;
}

function Details({ webhook }: { webhook: WebhookWithStats }) {
  const { id, url, events, ordering, signingSecret, previousSecretExpiresAt } = webhook;
  return (
    <>
      <Facts
        title={texts.details.title}
        rows={[
          ['ID', <Id key="id" value={id} />],
          [texts.columns.url, <Id key="url" value={url} />],
          [texts.form.ordering, texts.orderings[ordering]],
          [texts.signingSecret, `${signingSecret} · ${texts.details.secretText}`],
          ...(previousSecretExpiresAt
            ? [[texts.details.oldSecret, <Moment key="old" at={previousSecretExpiresAt} />] as const]
            : []),
          [texts.columns.created, <Moment key="created" at={webhook.createdAt} />],
          [texts.details.changed, <Moment key="changed" at={webhook.updatedAt} />],
          ...(webhook.createdBy
            ? [[texts.details.by, <Id key="by" value={webhook.createdBy} />] as const]
            : []),
        ]}
      />
      <Facts
        title={texts.details.subscribed}
        rows={[
          [
            events.includes('*') ? texts.allEvents : texts.eventCount(events.length),
            events.includes('*') ? (
              texts.picker.allText
            ) : (
              <Group key="events" gap={4}>
                {events.map((type) => (
                  <Badge key={type} tt="none" color="gray">
                    {type}
                  </Badge>
                ))}
              </Group>
            ),
          ],
        ]}
      />
      <RecentChanges id={id} />
    </>
  );
}
