import { dateOf } from '../../lib/rows.ts';
import { sql, type Sql } from '../../lib/sql.ts';
import type { MinuteWindow } from '../../platform/sql/counters.ts';
import type { Tx } from '../../platform/tx.ts';
import { mostFailingHours } from './record-attempts.ts';

export interface DisabledWebhook {
  name: string;
  url: string;
  failingSince: Date;
}

/** Disables a webhook that has failed for too long. @returns undefined when it has recovered or is disabled already */
export async function disableWebhook(
  tx: Tx,
  orgId: string,
  webhookId: string,
): Promise<DisabledWebhook | undefined> {
  const row = await tx.row<{ name: string; url: string; failingSince: string | Date }>(
    disable(orgId, webhookId),
  );
  return row && { ...row, failingSince: dateOf(row.failingSince) };
}

const disable = (orgId: string, webhookId: string): Sql => sql`
update webhooks
   set status = 'DISABLED', disabled_at = now(), version = version + 1, updated_at = now()
 where org_id = ${orgId} and id = ${webhookId} and status = 'ACTIVE'
   and failing_since <= now() - ${mostFailingHours}::int * interval '1 hour'
returning name, url, failing_since as "failingSince"`;

/** Counts a test call of a webhook. @returns undefined when there is no such webhook */
export async function countWebhookTest(
  tx: Tx,
  orgId: string,
  webhookId: string,
): Promise<MinuteWindow | undefined> {
  return tx.row<MinuteWindow>(countTest(orgId, webhookId));
}

const open = sql`test_window_started_at > now() - interval '1 minute'`;

const countTest = (orgId: string, webhookId: string): Sql => sql`
update webhooks
   set test_window_count = case when ${open} then test_window_count + 1 else 1 end,
       test_window_started_at = case when ${open} then test_window_started_at else now() end
 where org_id = ${orgId} and id = ${webhookId}
returning test_window_count as count,
          ceil(extract(epoch from test_window_started_at + interval '1 minute'))::int as "resetAt",
          extract(epoch from test_window_started_at + interval '1 minute' - now())::float8 as "secondsLeft"`;
