import type { EntityManager } from '@mikro-orm/postgresql';
import { type Risk, riskDays, type RiskFacts } from '../../lib/risk-score.ts';

export type RiskRow<Id extends string = string> = RiskFacts & { id: Id; stored: Risk };

/** What the risk of identities depends on, and the score that is stored of it; by id. */
export async function riskFacts<Id extends string>(
  em: EntityManager,
  orgId: string,
  ids: readonly Id[],
): Promise<RiskRow<Id>[]> {
  return em.execute<RiskRow<Id>[]>(facts, { orgId, ids: JSON.stringify(ids) });
}

/** The ids of the next identities of the tenant. */
export async function nextIdentities(
  em: EntityManager,
  orgId: string,
  after: string,
  most: number,
): Promise<string[]> {
  const rows = await em.execute<{ id: string }[]>(
    'select id from identities where org_id = ? and id > ? order by id limit ?',
    [orgId, after, most],
  );
  return rows.map(({ id }) => id);
}

const days = (many: number): string => `now() - interval '${many} days'`;

// A leaked secret is one until it is accepted no longer: a rotation ends it, but not before its time of grace is over. The
// old secret of a rotation ended when it was reported.
// Each table is read once for all the identities: planned while it was small, a look for each would read it as often.
const facts = `
with named as materialized (
  select i.id, json_build_object('score', i.risk_score, 'factors', i.risk_factors) as stored,
         i.deleted_at is not null or i.status = 'REVOKED' or coalesce(i.expires_at <= now(), false) as ended,
         i.owner_user_id is not null as owned
    from identities i where i.org_id = :orgId and i.id = any (array(select jsonb_array_elements_text(:ids::jsonb)))
), live as materialized (
  select c.id, c.identity_id, c.expires_at, coalesce(c.last_rotated_at, c.created_at) as secret_at,
         coalesce(c.last_used_at, c.created_at) as used_at, '*' = any (c.scopes) as wildcard,
         c.previous_expires_at > now() as in_grace
    from credentials c
   where c.org_id = :orgId and c.identity_id = any (array(select id from named)) and c.status in ('ACTIVE', 'SUSPENDED')
     and (c.expires_at is null or c.expires_at > now())
), held as (
  select identity_id, count(*) filter (where expires_at is null)::int as "neverExpiring",
         count(*) filter (where secret_at < ${days(riskDays.old)})::int as old,
         count(*) filter (where used_at < ${days(riskDays.unused)})::int as unused,
         count(*) filter (where wildcard)::int as wildcard
    from live group by identity_id
), open as materialized (
  select a.identity_id, a.credential_id, a.type, a.severity, a.last_seen_at, a.subject
    from anomalies a
   where a.org_id = :orgId and a.identity_id = any (array(select id from named)) and a.status in ('OPEN', 'ACKNOWLEDGED')
), found as (
  select identity_id, count(*) filter (where severity = 'LOW')::int as "lowAnomalies",
         count(*) filter (where severity = 'MEDIUM')::int as "mediumAnomalies",
         count(*) filter (where severity in ('HIGH', 'CRITICAL'))::int as "highAnomalies"
    from open where type <> 'LEAKED_SECRET' group by identity_id
), leaks as (
  select o.identity_id, count(distinct l.id)::int as leaked
    from open o join live l on l.id = o.credential_id and l.identity_id = o.identity_id
   where o.type = 'LEAKED_SECRET' and o.subject <> 'PREVIOUS' and (l.secret_at <= o.last_seen_at or l.in_grace)
   group by o.identity_id
)
select n.*, coalesce(h."neverExpiring", 0) as "neverExpiring", coalesce(h.old, 0) as old,
       coalesce(h.unused, 0) as unused, coalesce(h.wildcard, 0) as wildcard, coalesce(f."lowAnomalies", 0) as "lowAnomalies",
       coalesce(f."mediumAnomalies", 0) as "mediumAnomalies", coalesce(f."highAnomalies", 0) as "highAnomalies",
       coalesce(l.leaked, 0) as leaked, v.identity_id is not null as violated
  from named n
  left join held h on h.identity_id = n.id
  left join found f on f.identity_id = n.id
  left join leaks l on l.identity_id = n.id
  left join identity_violations v on v.org_id = :orgId and v.identity_id = n.id and v.violated_at > ${days(riskDays.violated)}
 order by n.id`;

declare const locked: unique symbol;

/** The id of an identity that `lockIdentities` has locked. */
export type LockedIdentityId = string & { readonly [locked]: true };

/**
 * Locks identities until the transaction ends, in the order of their ids.
 * @param wait whether to wait for those that a change holds; otherwise they are left out
 */
export async function lockIdentities(
  em: EntityManager,
  orgId: string,
  ids: readonly string[],
  wait: boolean,
): Promise<LockedIdentityId[]> {
  const rows = await em.execute<{ id: LockedIdentityId }[]>(
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
  risks: readonly (Risk & { id: LockedIdentityId })[],
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
