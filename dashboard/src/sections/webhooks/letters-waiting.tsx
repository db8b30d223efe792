import { Badge, Text } from '@mantine/core';
import type { WebhookWithStats } from '../../generated/types.gen.ts';
import { texts } from '../../texts/webhooks.ts';
import { texts as ui } from '../../texts/ui.ts';
import { PageLink } from '../../ui/page-link.tsx';

const number = new Intl.NumberFormat('en');

/** The API counts no more of a webhook. */
const most = 100;

/** How many dead letters of a webhook wait, such as `100+`. */
export const lettersOf = ({ stats: { deadLetters } }: WebhookWithStats): string =>
  `${number.format(deadLetters)}${deadLetters >= most ? '+' : ''}`;

/** The dead letters of a webhook as a link to them. */
export function LettersWaiting({ webhook }: { webhook: WebhookWithStats }) {
  if (webhook.stats.deadLetters === 0)
    return (
      <Text size="sm" c="dimmed">
        {ui.none}
      </Text>
    );
  return (
    <Badge
      color="red"
      tt="none"
      miw="max-content"
      renderRoot={(props) => <PageLink to={`webhooks/${webhook.id}/dead-letters`} {...props} />}
    >
      {texts.waiting(lettersOf(webhook))}
    </Badge>
  );
}
