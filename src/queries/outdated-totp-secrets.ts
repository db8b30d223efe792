import type { Pool } from 'pg';

/** The sealed secret of an authenticator app; its id is that of the person. */
export interface SealedTotpSecret {
  orgId: string;
  id: string;
  secret: Buffer;
}

/**
 * Lists the people whose secret does not begin like this, of every tenant, in the order of their keys.
 * @param after the last one of the page before
 */
export async function outdatedTotpSecrets(
  pool: Pool,
  start: Buffer,
  after: Pick<SealedTotpSecret, 'orgId' | 'id'>,
  most: number,
): Promise<SealedTotpSecret[]> {
  const { rows } = await pool.query<SealedTotpSecret>(text, [start, after.orgId, after.id, most]);
  return rows;
}

/** Keeps the same secret sealed anew, unless the person has set up another one meanwhile. */
export async function replaceTotpSecret(
  pool: Pool,
  { orgId, id, secret }: SealedTotpSecret,
  again: Buffer,
): Promise<void> {
  await pool.query('update totp_factors set secret = $4 where org_id = $1 and user_id = $2 and secret = $3', [
    orgId,
    id,
    secret,
    again,
  ]);
}

const text = `
select org_id as "orgId", user_id as id, secret
  from totp_factors
 where (org_id, user_id) > ($2, $3) and substring(secret for length($1::bytea)) <> $1
 order by org_id, user_id limit $4`;
