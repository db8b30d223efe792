import type { EntityManager } from '@mikro-orm/postgresql';

/** Adds violations to their policies, which are locked in the order of their ids; one that is deleted has nothing to count. */
export async function countViolations(
  em: EntityManager,
  orgId: string,
  counts: ReadonlyMap<string, number>,
): Promise<void> {
  const given = JSON.stringify([...counts].map(([id, count]) => ({ id, count })));
  await em.execute(text, [given, orgId, orgId]);
}

const text = `
with given as (
  select id, count from jsonb_to_recordset(?::jsonb) as g (id text, count bigint)
), mine as materialized (
  select id from policies where org_id = ? and id in (select id from given) order by id for no key update
)
update policies p
   set violation_count = p.violation_count + given.count, last_violated_at = date_trunc('milliseconds', now())
  from given join mine using (id)
 where p.org_id = ? and p.id = given.id`;
