import type { EntityManager } from '@mikro-orm/postgresql';
import { isDeadLetter } from './deliveries.ts';

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
export async function countTroubledWebhooks(
  em: EntityManager,
  orgId: string,
  most: number,
): Promise<TroubledWebhooks> {
  const [row] = await em.execute<TroubledWebhooks[]>(troubled, { orgId, most });
  if (!row) throw new Error('an aggregate has one row');
  return row;
}

const troubled = `
with own as materialized (
  select id, status, failing_since from webhooks where org_id = :orgId
), dead as (
  select count(*)::int as count from (
    select from own w
      join deliveries d on d.org_id = :orgId and d.webhook_id = w.id and ${isDeadLetter}
     limit :most::int + 1) as waiting
)
select count(*) filter (where status = 'ACTIVE' and failing_since is not null)::int as failing,
       count(*) filter (where status = 'DISABLED')::int as disabled,
       (select count from dead) as "deadLetters", (select count from dead) > :most::int as "isCapped"
  from own`;
