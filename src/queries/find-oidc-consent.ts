import type { Pool } from 'pg';

/** What a person granted a client the last time, and did not take back. What no person was asked for is not among it. */
export async function findOidcConsent(
  pool: Pool,
  orgId: string,
  userId: string,
  clientId: string,
): Promise<string | undefined> {
  const { rows } = await pool.query<{ payload: string }>({
    name: 'find-oidc-consent',
    text,
    values: [orgId, userId, clientId],
  });
  return rows[0]?.payload;
}

const text = `
select payload from oidc_artifacts
 where org_id = $1 and user_id = $2 and client_id = $3 and model = 'Grant' and expires_at > now()
   and payload::jsonb @> '{"consented": true}'
 order by created_at desc limit 1`;
