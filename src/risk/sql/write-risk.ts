import type { EntityManager } from '@mikro-orm/postgresql';
import type { Risk } from '../../lib/risk-score.ts';

/**
 * Locks identities until the transaction ends, in the order of their ids.
 * @param wait whether to wait for those that a change holds; otherwise they are left out
 */
export async function lockIdentities(
  em: EntityManager,
  orgId: string,
  ids: readonly string[],
  wait: boolean,
): Promise<string[]> {
  const rows = await em.execute<{ id: string }[]>(
    `select id from identities where org_id = ? and id = any (array(select jsonb_array_elements_text(?::jsonb))) order by id
        for no key update ${wait ? '' : 'skip locked'}`,
    [orgId, JSON.stringify(ids)],
  );
  return rows.map(({ id }) => id);
}

/** Not a change that anybody made: neither the version nor the time of the last change is another one afterwards. */
export async function writeRisk(
  em: EntityManager,
  orgId: string,
  risks: readonly (Risk & { id: string })[],
): Promise<void> {
  if (risks.length === 0) return;
  await em.execute(
    `update identities i set risk_score = n.score, risk_factors = n.factors
       from jsonb_to_recordset(?::jsonb) as n (id text, score int, factors jsonb)
      where i.org_id = ? and i.id = n.id`,
    [JSON.stringify(risks), orgId],
  );
}

/** That identities attempted what a policy forbids. */
export async function noteViolations(
  em: EntityManager,
  orgId: string,
  violations: readonly { identityId: string; at: Date }[],
): Promise<void> {
  if (violations.length === 0) return;
  await em.execute(
    `insert into identity_violations as v (org_id, identity_id, violated_at)
     select ?, n."identityId", max(n.at) from jsonb_to_recordset(?::jsonb) as n ("identityId" text, at timestamptz)
      group by n."identityId" order by n."identityId"
     on conflict (org_id, identity_id) do update set violated_at = greatest(v.violated_at, excluded.violated_at)`,
    [orgId, JSON.stringify(violations)],
  );
}
