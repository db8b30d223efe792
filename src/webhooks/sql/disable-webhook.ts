import type { EntityManager } from '@mikro-orm/postgresql';
import { dateOf } from '../../lib/rows.ts';
import { mostFailingHours } from './record-attempts.ts';

export interface DisabledWebhook {
  name: string;
  url: string;
  failingSince: Date;
}

/** Disables a webhook that has failed for too long. @returns undefined when it has recovered or is disabled already */
export async function disableWebhook(
  em: EntityManager,
  orgId: string,
  webhookId: string,
): Promise<DisabledWebhook | undefined> {
  const [row] = await em.execute<{ name: string; url: string; failingSince: string | Date }[]>(text, [
    orgId,
    webhookId,
    mostFailingHours,
  ]);
  return row && { ...row, failingSince: dateOf(row.failingSince) };
}

const text = `
update webhooks
   set status = 'DISABLED', disabled_at = now(), version = version + 1, updated_at = now()
 where org_id = ? and id = ? and status = 'ACTIVE' and failing_since <= now() - ?::int * interval '1 hour'
returning name, url, failing_since as "failingSince"`;
