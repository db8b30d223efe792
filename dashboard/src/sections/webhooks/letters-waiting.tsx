import { Badge, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listDeadLettersOptions } from '../../generated/@tanstack/react-query.gen.ts';
import { texts } from '../../texts/webhooks.ts';
import { texts as ui } from '../../texts/ui.ts';
import { PageLink } from '../../ui/page-link.tsx';

/** How many dead letters of a webhook wait. */
export const useLetters = (id: string): number | undefined =>
  useQuery(listDeadLettersOptions({ path: { id }, query: { limit: 1 } })).data?.pagination.total;

/** The dead letters of a webhook as a link to them. */
export function LettersWaiting({ id }: { id: string }) {
  const count = useLetters(id);
  if (count === undefined) return null;
  if (count === 0)
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
      renderRoot={(props) => <PageLink to={`webhooks/${id}/dead-letters`} {...props} />}
    >
      {texts.waiting(count)}
    </Badge>
  );
}
