import type { Pool } from 'pg';

/** The sealed secrets of a webhook. */
export interface SealedSecrets {
  orgId: string;
  id: string;
  secret: Buffer;
  previousSecret: Buffer | null;
}

/**
 * Lists webhooks with a secret that does not begin like this, of every tenant, in the order of their keys.
 * @param after the last one of the page before
 */
export async function outdatedSecrets(
  pool: Pool,
  start: Buffer,
  after: Pick<SealedSecrets, 'orgId' | 'id'>,
  most: number,
): Promise<SealedSecrets[]> {
  const { rows } = await pool.query<SealedSecrets>(text, [start, after.orgId, after.id, most]);
  return rows;
}

const text = `
select org_id as "orgId", id, secret, previous_secret as "previousSecret"
  from webhooks
 where (org_id, id) > ($2, $3)
   and (substring(secret for length($1::bytea)) <> $1 or substring(previous_secret for length($1::bytea)) <> $1)
 order by org_id, id limit $4`;
