import { events } from '../../generated/events.ts';
import type { WebhookWithStats } from '../../generated/types.gen.ts';
import { texts as words } from '../../texts/deliveries.ts';
import type { Filter } from '../../ui/filters.tsx';

/** A filter by type of event: those that the webhook subscribes to. */
export const eventFilter = ({ events: subscribed }: WebhookWithStats): Filter<'eventType'> => ({
  name: 'eventType',
  title: words.delivery.filters.event,
  values: (subscribed.includes('*') ? events.map(({ type }) => type) : subscribed).map((type) => ({
    value: type,
    label: type,
  })),
});
