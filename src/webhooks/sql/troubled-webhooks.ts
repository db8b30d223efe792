import { sql, type Sql } from '../../lib/sql.ts';
import { isDeadLetter } from './deliveries.ts';
import type { Tx } from '../../platform/tx.ts';

export interface TroubledWebhooks {
  /** Active ones whose last attempts failed. */
  failing: number;
  disabled: number;
  deadLetters: number;
  isCapped: boolean;
}

/**
 * Counts the webhooks of a tenant that fail, and the dead letters that wait. A quota bounds webhooks. It reads
 * `most` dead letters, or one more.
 */
export async function countTroubledWebhooks(tx: Tx, orgId: string, most: number): Promise<TroubledWebhooks> {
  const row = await tx.row<TroubledWebhooks>(troubled(orgId, most));
  if (!row) throw new Error('an aggregate has one row');
  return row;
}

const troubled = (orgId: string, most: number): Sql => sql`
with own as materialized (
  select id, status, failing_since from webhooks where org_id = ${orgId}
), dead as (
  select count(*)::int as count from (
    select from own w
      join deliveries d on d.org_id = ${orgId} and d.webhook_id = w.id and ${isDeadLetter}
     limit ${most}::int + 1) as waiting
)
select count(*) filter (where status = 'ACTIVE' and failing_since is not null)::int as failing,
       count(*) filter (where status = 'DISABLED')::int as disabled,
       (select count from dead) as "deadLetters", (select count from dead) > ${most}::int as "isCapped"
  from own`;

/** So many dead letters of a webhook are counted. A page has at most a hundred webhooks. */
const mostCounted = 100;

/** Counts the dead letters of some webhooks, by the id of the webhook. */
export async function countDeadLetters(
  tx: Tx,
  orgId: string,
  webhookIds: readonly string[],
): Promise<(id: string) => number> {
  if (webhookIds.length === 0) return () => 0;
  const rows = await tx.rows<{ id: string; count: number }>(deadByWebhook(orgId, JSON.stringify(webhookIds)));
  const counts = new Map(rows.map(({ id, count }) => [id, count]));
  return (id) => counts.get(id) ?? 0;
}

const deadByWebhook = (orgId: string, ids: string): Sql => sql`
select w.id, dead.count
  from jsonb_array_elements_text(${ids}::jsonb) as w (id)
  cross join lateral (
    select count(*)::int as count from (
      select from deliveries d where d.org_id = ${orgId} and d.webhook_id = w.id and ${isDeadLetter}
       limit ${mostCounted}::int
    ) as waiting) as dead`;

/** Returns the ids of the webhooks with dead letters. A quota bounds webhooks. */
export async function webhooksWithDeadLetters(tx: Tx, orgId: string): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(withDeadLetters(orgId));
  return rows.map(({ id }) => id);
}

const withDeadLetters = (orgId: string): Sql => sql`
select w.id from webhooks w
 where w.org_id = ${orgId}
   and exists (select from deliveries d where d.org_id = ${orgId} and d.webhook_id = w.id and ${isDeadLetter})`;
