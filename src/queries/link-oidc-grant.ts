import type { Pool } from 'pg';

/** Makes a grant end with another one: that under which the exchanged token was issued. */
export async function linkOidcGrant(
  pool: Pool,
  orgId: string,
  idHash: Buffer,
  parentGrantId: string,
): Promise<void> {
  await pool.query({ name: 'link-oidc-grant', text, values: [orgId, idHash, parentGrantId] });
}

const text = `
update oidc_artifacts set grant_id = $3 where org_id = $1 and model = 'Grant' and id_hash = $2`;
