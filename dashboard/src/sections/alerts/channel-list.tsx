import { Badge, Group } from '@mantine/core';
import type { AlertChannel } from '../../generated/types.gen.ts';
import { texts } from '../../texts/alerts.ts';

const { channels: words } = texts;

/** Whether the last message of a channel was not accepted. */
const isFailing = ({ lastSuccessAt, lastFailureAt }: AlertChannel): boolean =>
  lastFailureAt !== null && (lastSuccessAt === null || lastFailureAt > lastSuccessAt);

/** The channels of a rule in its row. A channel that fails is red. */
export const ChannelBadges = ({ channels }: { channels: readonly AlertChannel[] }) => (
  <Group gap={4}>
    {channels.map((channel) => {
      const { id, type, lastError } = channel;
      const failing = isFailing(channel);
      return (
        <Badge
          key={id}
          color={failing ? 'red' : 'gray'}
          tt="none"
          title={failing && lastError ? words.errors[lastError] : undefined}
        >
          {words.types[type]}
          {failing ? ` · ${words.failing}` : ''}
        </Badge>
      );
    })}
  </Group>
);
