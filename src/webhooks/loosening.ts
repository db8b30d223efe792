import { ifGains, type Loosens, loosensBy, never } from '../lib/loosening.ts';
import type { FieldChange } from '../platform/events.ts';
import type { Webhook } from './entities/webhook.ts';

/** The fields of a webhook, and which changes send more or elsewhere. `url` is not here: each change of it moves events. */
const fields = {
  name: never,
  ordering: never,
  events: (from, to) => !(Array.isArray(from) && from.includes('*')) && ifGains(from, to),
} satisfies Partial<Record<keyof Webhook, Loosens>>;

/** Tells whether changes of a webhook send more than before, or elsewhere. */
export const loosensWebhook = (changes: readonly FieldChange[]): boolean => loosensBy(fields, changes);
