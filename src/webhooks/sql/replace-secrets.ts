import type { Pool } from 'pg';
import type { SealedSecrets } from './outdated-secrets.ts';

/** Keeps the same secrets sealed anew. One that was rotated meanwhile stays as it is, and so does its version. */
export async function replaceSecrets(pool: Pool, before: SealedSecrets, now: SealedSecrets): Promise<void> {
  await pool.query(text, [before.orgId, before.id, before.secret, now.secret, now.previousSecret]);
}

const text = `
update webhooks set secret = $4, previous_secret = case when previous_secret is not null then $5::bytea end
 where org_id = $1 and id = $2 and secret = $3`;
