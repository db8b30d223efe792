import type { Pool } from 'pg';

/** A secret of some tenant. */
export interface FoundSecret {
  /** Place in the hashes, from 0. */
  at: number;
  orgId: string;
  environment: 'live' | 'test';
  kind: 'CREDENTIAL' | 'SCIM_TOKEN';
  id: string;
}

/** Whose these secrets are, in all tenants; what is unknown has no row. */
export async function findLeakedSecrets(pool: Pool, hashes: readonly Buffer[]): Promise<FoundSecret[]> {
  const { rows } = await pool.query<FoundSecret>({ name: 'find-leaked-secrets', text, values: [hashes] });
  return rows;
}

// lateral and limit keep it a look-up per secret, as in verify-secrets.ts.
const text = `
with asked as (
  select hash, (ordinal - 1)::int as at from unnest($1::bytea[]) with ordinality as asked (hash, ordinal)
)
select asked.at, f.org_id as "orgId", t.environment, f.kind, f.id
  from asked, lateral (
    (select c.org_id, 'CREDENTIAL' as kind, c.id from credentials c where c.secret_hash = asked.hash limit 1)
    union all
    (select c.org_id, 'CREDENTIAL', c.id from credentials c where c.previous_secret_hash = asked.hash limit 1)
    union all
    (select s.org_id, 'SCIM_TOKEN', s.id from scim_tokens s where s.token_hash = asked.hash limit 1)
  ) as f
  join tenants t on t.id = f.org_id
 order by asked.at`;
