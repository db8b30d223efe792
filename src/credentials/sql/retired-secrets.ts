import type { Pool } from 'pg';

/** A secret that no credential of the tenant has any more. */
export interface RetiredDemand {
  orgId: string;
  hash: Buffer;
}

export interface RetiredSecret {
  /** The credential that a rotation has given another secret. */
  credentialId: string;
  now: Date;
}

/** Finds secrets that a rotation has replaced, each at the place of its demand. They are kept for 90 days. */
export async function retiredSecrets(
  pool: Pool,
  demands: readonly RetiredDemand[],
): Promise<(RetiredSecret | undefined)[]> {
  const { rows } = await pool.query<RetiredSecret & { at: number }>({
    name: 'retired-secrets',
    text,
    values: [demands.map(({ orgId }) => orgId), demands.map(({ hash }) => hash)],
  });
  const byPlace = new Map(rows.map(({ at, ...found }) => [at, found]));
  return demands.map((_, at) => byPlace.get(at));
}

const text = `
select (asked.at - 1)::int as at, r.credential_id as "credentialId", now() as now
  from unnest($1::text[], $2::bytea[]) with ordinality as asked (org_id, hash, at)
  join retired_secrets r on r.org_id = asked.org_id and r.secret_hash = asked.hash`;
