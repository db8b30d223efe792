import { Alert, Button, Group, Text } from '@mantine/core';
import { useMay } from '../../app/me.ts';
import type { WebhookWithStats } from '../../generated/types.gen.ts';
import { texts } from '../../texts/webhooks.ts';
import { fromNow } from '../../ui/moment.tsx';
import type { Act } from './webhook-actions.tsx';

interface Banner {
  colour: string;
  text: string;
  acts: readonly Act[];
}

function bannersOf({
  status,
  failingSince,
  disabledAt,
  previousSecretExpiresAt,
}: WebhookWithStats): Banner[] {
  const found: Banner[] = [];
  if (status === 'DISABLED')
    found.push({
      colour: 'red',
      text: texts.banners.disabled(disabledAt ? fromNow(disabledAt) : ''),
      acts: ['test', 'resume', 'recover'],
    });
  else if (failingSince)
    found.push({ colour: 'red', text: texts.banners.failing(fromNow(failingSince)), acts: ['test'] });
  if (status === 'PAUSED') found.push({ colour: 'orange', text: texts.banners.paused, acts: ['resume'] });
  if (previousSecretExpiresAt)
    found.push({ colour: 'blue', text: texts.banners.grace(fromNow(previousSecretExpiresAt)), acts: [] });
  return found;
}

/** What a person must know about the state of a webhook, and what to do. */
export function Banners({ webhook, onChoose }: { webhook: WebhookWithStats; onChoose: (act: Act) => void }) {
  const mayWrite = useMay('webhooks.write');
  return bannersOf(webhook).map(({ colour, text, acts }) => (
    <Alert key={text} color={colour}>
      <Group justify="space-between" gap="sm">
        <Text size="sm" flex="1 1 20rem">
          {text}
        </Text>
        <Group gap="xs">
          {(mayWrite ? acts : []).map((act) => (
            <Button key={act} size="xs" variant="default" onClick={() => onChoose(act)}>
              {texts.actions[act]}
            </Button>
          ))}
        </Group>
      </Group>
    </Alert>
  ));
}
