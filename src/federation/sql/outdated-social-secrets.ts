import type { Pool } from 'pg';

/** The client secret of a social provider, sealed. */
export interface SealedSocialSecret {
  orgId: string;
  id: string;
  clientSecret: Buffer;
}

/**
 * Lists the providers whose sealed secret does not begin like this, of every tenant, in the order of their keys.
 * @param after the last one of the page before
 */
export async function outdatedSocialSecrets(
  pool: Pool,
  start: Buffer,
  after: Pick<SealedSocialSecret, 'orgId' | 'id'>,
  most: number,
): Promise<SealedSocialSecret[]> {
  const { rows } = await pool.query<SealedSocialSecret>(text, [start, after.orgId, after.id, most]);
  return rows;
}

/** Keeps the same secret sealed anew; the version stays. */
export async function replaceSocialSecret(
  pool: Pool,
  before: SealedSocialSecret,
  clientSecret: Buffer,
): Promise<void> {
  await pool.query(
    'update social_providers set client_secret = $4 where org_id = $1 and id = $2 and client_secret = $3',
    [before.orgId, before.id, before.clientSecret, clientSecret],
  );
}

const text = `
select org_id as "orgId", id, client_secret as "clientSecret"
  from social_providers
 where (org_id, id) > ($2, $3) and substring(client_secret for length($1::bytea)) <> $1
 order by org_id, id limit $4`;
