import type { Pool } from 'pg';
import { numbered, sql, type Sql, type SqlValue } from '../../lib/sql.ts';
import { inTransactionOn } from '../../platform/sql/transactions.ts';
import type { Tx } from '../../platform/tx.ts';
import { type Risk, riskDays, type RiskFacts } from '../../lib/risk-score.ts';

export type RiskRow<Id extends string = string> = RiskFacts & { id: Id; stored: Risk };

/** Reads the facts that the risk of identities depends on, and the stored scores; by id. */
export async function riskFacts<Id extends string>(
  tx: Tx,
  orgId: string,
  ids: readonly Id[],
): Promise<RiskRow<Id>[]> {
  return tx.rows<RiskRow<Id>>(facts(orgId, JSON.stringify(ids)));
}

/** Names an identity. The empty key comes before all of them. */
export interface IdentityKey {
  orgId: string;
  id: string;
}

/**
 * As `riskFacts`, of the next identities of all tenants in the order of their keys. Nothing is locked. The transaction turns off scans
 * of whole tables, because each identity has few rows, and Postgres may have planned while the tables were small.
 */
export async function nextRiskFacts(
  pool: Pick<Pool, 'connect'>,
  after: IdentityKey,
  most: number,
): Promise<(RiskRow & IdentityKey)[]> {
  const begin = 'begin read only; set local enable_seqscan = off; set local jit = off';
  const { rows } = await inTransactionOn(
    pool,
    (client) => client.query<RiskRow & IdentityKey>(numbered(factsOfNext(after, most))),
    begin,
  );
  return rows;
}

const days = (many: number): Sql => sql.raw(`now() - interval '${many} days'`);

interface Chosen {
  /** Selects the identities `i`. */
  where: Sql;
  /** Selects rows of a table by its alias `c`, of the identities in `named`. */
  rowsOf: (columns: Sql, table: Sql, condition: Sql) => Sql;
  /** The tenant of the identity `n` in `named`. */
  orgId: SqlValue | Sql;
}

// A leaked secret is one until it is accepted no longer: a rotation ends it, but not before its time of grace is over. The
// old secret of a rotation ended when it was reported.
const factsOf = ({ where, rowsOf, orgId }: Chosen): Sql => sql`
with named as materialized (
  select i.org_id as "orgId", i.id, json_build_object('score', i.risk_score, 'factors', i.risk_factors) as stored,
         i.deleted_at is not null or i.status = 'REVOKED' or coalesce(i.expires_at <= now(), false) as ended,
         i.owner_user_id is not null as owned
    from identities i where ${where}
), live as materialized (
  ${rowsOf(
    sql`c.org_id, c.id, c.identity_id, c.expires_at, coalesce(c.last_rotated_at, c.created_at) as secret_at,
         coalesce(c.last_used_at, c.created_at) as used_at, '*' = any (c.scopes) as wildcard,
         c.previous_expires_at > now() as in_grace`,
    sql`credentials`,
    sql`c.status in ('ACTIVE', 'SUSPENDED') and (c.expires_at is null or c.expires_at > now())`,
  )}
), held as (
  select org_id, identity_id, count(*) filter (where expires_at is null)::int as "neverExpiring",
         count(*) filter (where secret_at < ${days(riskDays.old)})::int as old,
         count(*) filter (where used_at < ${days(riskDays.unused)})::int as unused,
         count(*) filter (where wildcard)::int as wildcard
    from live group by org_id, identity_id
), open as materialized (
  ${rowsOf(
    sql`c.org_id, c.identity_id, c.credential_id, c.type, c.severity, c.last_seen_at, c.subject`,
    sql`anomalies`,
    sql`c.status in ('OPEN', 'ACKNOWLEDGED')`,
  )}
), found as (
  select org_id, identity_id, count(*) filter (where severity = 'LOW')::int as "lowAnomalies",
         count(*) filter (where severity = 'MEDIUM')::int as "mediumAnomalies",
         count(*) filter (where severity in ('HIGH', 'CRITICAL'))::int as "highAnomalies"
    from open where type <> 'LEAKED_SECRET' group by org_id, identity_id
), leaks as (
  select o.org_id, o.identity_id, count(distinct l.id)::int as leaked
    from open o join live l on l.org_id = o.org_id and l.id = o.credential_id and l.identity_id = o.identity_id
   where o.type = 'LEAKED_SECRET' and o.subject <> 'PREVIOUS' and (l.secret_at <= o.last_seen_at or l.in_grace)
   group by o.org_id, o.identity_id
)
select n.*, coalesce(h."neverExpiring", 0) as "neverExpiring", coalesce(h.old, 0) as old,
       coalesce(h.unused, 0) as unused, coalesce(h.wildcard, 0) as wildcard, coalesce(f."lowAnomalies", 0) as "lowAnomalies",
       coalesce(f."mediumAnomalies", 0) as "mediumAnomalies", coalesce(f."highAnomalies", 0) as "highAnomalies",
       coalesce(l.leaked, 0) as leaked, v.identity_id is not null as violated
  from named n
  left join held h on h.org_id = n."orgId" and h.identity_id = n.id
  left join found f on f.org_id = n."orgId" and f.identity_id = n.id
  left join leaks l on l.org_id = n."orgId" and l.identity_id = n.id
  left join identity_violations v on v.org_id = ${orgId} and v.identity_id = n.id and v.violated_at > ${days(riskDays.violated)}
 order by n."orgId", n.id`;

// Each table is read once for all the identities: planned while it was small, a look for each would read it as often.
const facts = (orgId: string, ids: string): Sql =>
  factsOf({
    where: sql`i.org_id = ${orgId} and i.id = any (array(select jsonb_array_elements_text(${ids}::jsonb)))`,
    rowsOf: (columns, table, condition) => sql`
  select ${columns} from ${table} c
   where c.org_id = ${orgId} and c.identity_id = any (array(select id from named)) and ${condition}`,
    orgId,
  });

const factsOfNext = (after: IdentityKey, most: number): Sql =>
  factsOf({
    where: sql`(i.org_id, i.id) > (${after.orgId}, ${after.id}) order by i.org_id, i.id limit ${most}::int`,
    rowsOf: (columns, table, condition) => sql`
  select ${columns} from named n cross join lateral (
    select c.* from ${table} c where c.org_id = n."orgId" and c.identity_id = n.id and ${condition} offset 0) as c`,
    orgId: sql`n."orgId"`,
  });

declare const locked: unique symbol;

/** The id of an identity that `lockIdentities` has locked. */
export type LockedIdentityId = string & { readonly [locked]: true };

/**
 * Locks identities until the transaction ends, in the order of their ids.
 * @param wait whether to wait for those that a change holds; otherwise they are left out
 */
export async function lockIdentities(
  tx: Tx,
  orgId: string,
  ids: readonly string[],
  wait: boolean,
): Promise<LockedIdentityId[]> {
  const rows = await tx.rows<{ id: LockedIdentityId }>(sql`
select id from identities
 where org_id = ${orgId} and id = any (array(select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))) order by id
   for no key update ${wait ? sql.empty : sql`skip locked`}`);
  return rows.map(({ id }) => id);
}

/** Not a change that anybody made: neither the version nor the time of the last change is another one afterwards. */
export async function writeRisk(
  tx: Tx,
  orgId: string,
  risks: readonly (Risk & { id: LockedIdentityId })[],
): Promise<void> {
  if (risks.length === 0) return;
  await tx.run(sql`
update identities i set risk_score = n.score, risk_factors = n.factors
  from jsonb_to_recordset(${JSON.stringify(risks)}::jsonb) as n (id text, score int, factors jsonb)
 where i.org_id = ${orgId} and i.id = n.id`);
}

/** That identities attempted what a policy forbids. */
export async function noteViolations(
  tx: Tx,
  orgId: string,
  violations: readonly { identityId: string; at: Date }[],
): Promise<void> {
  if (violations.length === 0) return;
  await tx.run(sql`
insert into identity_violations as v (org_id, identity_id, violated_at)
select ${orgId}, n."identityId", max(n.at)
  from jsonb_to_recordset(${JSON.stringify(violations)}::jsonb) as n ("identityId" text, at timestamptz)
 group by n."identityId" order by n."identityId"
on conflict (org_id, identity_id) do update set violated_at = greatest(v.violated_at, excluded.violated_at)`);
}
