import type { Pool } from 'pg';

/** Notes the use of a key that was unused for long, once no policy has refused it. */
export async function noteUse(pool: Pool, orgId: string, credentialId: string): Promise<void> {
  await pool.query({ name: 'note-use', text, values: [orgId, credentialId] });
}

const text = `
update credentials set last_used_at = date_trunc('milliseconds', now()) where org_id = $1 and id = $2`;
