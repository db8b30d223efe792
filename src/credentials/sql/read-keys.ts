import type { Pool } from 'pg';
import { named, numbered, sql, type Sql } from '../../lib/sql.ts';
import { isIdentityLive, isLive, type KeyGrant, lastUse } from './authenticate-keys.ts';
import { running } from './uses.ts';

/** A key, and the address that it is presented from. */
export interface PresentedFrom {
  hash: Buffer;
  address: string;
}

/** A key that is live, and the facts that policies judge it by. */
export type KeyFinding = Pick<
  KeyGrant,
  | 'now'
  | 'orgId'
  | 'environment'
  | 'credentialId'
  | 'credentialName'
  | 'identityId'
  | 'identityName'
  | 'scopes'
  | 'policiesVersion'
  | 'credentialVersion'
  | 'identityType'
  | 'riskScore'
  | 'tags'
  | 'ageSeconds'
  | 'idleSeconds'
  | 'windowUses'
>;

/**
 * Reads keys that were let in before, while answers to their calls are sent. It counts nothing.
 * @returns in the order of the keys; undefined for a key that would not be let in now
 */
export async function readKeys(
  pool: Pool,
  keys: readonly PresentedFrom[],
): Promise<(KeyFinding | undefined)[]> {
  const { rows } = await pool.query<KeyFinding & { at: number }>(numbered(named('read-keys', reading(keys))));
  const byPlace = new Map(rows.map((row) => [row.at, row]));
  return keys.map((_, at) => byPlace.get(at));
}

// `lateral` and `limit` keep each step a look-up, as in `authenticateKeys`.
const reading = (keys: readonly PresentedFrom[]): Sql => sql`
with asked as (
  select asked.hash, asked.address, (ordinal - 1)::int as at
    from unnest(${keys.map(({ hash }) => hash)}::bytea[], ${keys.map(({ address }) => address)}::text[])
         with ordinality as asked (hash, address, ordinal)
), f as materialized (
  select asked.*, c.org_id, c.id
    from asked, lateral (select * from credentials c where c.secret_hash = asked.hash limit 1) c
  union all
  select asked.*, c.org_id, c.id
    from asked, lateral (select * from credentials c where c.previous_secret_hash = asked.hash limit 1) c
)
select f.at, now() as now, c.org_id as "orgId", t.environment, c.id as "credentialId", c.name as "credentialName",
       i.id as "identityId", i.name as "identityName", c.scopes, t.policies_version::float8 as "policiesVersion",
       c.version as "credentialVersion", i.type as "identityType", i.risk_score as "riskScore", i.tags,
       case when c.${running} then c.use_window_count else 0 end as "windowUses",
       extract(epoch from now() - coalesce(c.last_rotated_at, c.created_at))::float8 as "ageSeconds",
       extract(epoch from now() - ${lastUse})::float8 as "idleSeconds"
  from f
  join lateral (select * from credentials c where c.org_id = f.org_id and c.id = f.id limit 1) c on true
  join lateral (select * from identities i where i.org_id = c.org_id and i.id = c.identity_id limit 1) i on true
  join tenants t on t.id = f.org_id and t.suspended_at is null
 where ${isLive(sql`c`, sql`f`)}
   and ${isIdentityLive}`;
