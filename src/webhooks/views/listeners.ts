import type {
  EventSubscription,
  WebhookListener,
  WebhookListenerWithSecret,
} from '../../../generated/types/types.gen.ts';
import { dateOf } from '../../lib/rows.ts';
import type { ShownListener } from '../sql/listeners.ts';

export const viewListener = (listener: ShownListener): WebhookListener => ({
  id: listener.id,
  // A request may ask for subscriptions alone.
  events: listener.events as EventSubscription[],
  connectBefore: dateOf(listener.connectBefore).toISOString(),
  createdAt: dateOf(listener.createdAt).toISOString(),
  createdBy: listener.createdBy,
});

/** With the whole secret, which no other view has. */
export const viewListenerWithSecret = (
  listener: ShownListener,
  secret: string,
): WebhookListenerWithSecret => ({
  ...viewListener(listener),
  signingSecret: secret,
});
