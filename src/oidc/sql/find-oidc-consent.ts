import type { Pool } from 'pg';
import type { Granted } from '../granted.ts';

/** Who allowed an application something. */
export interface ConsentKey {
  orgId: string;
  userId: string;
  clientId: string;
}

/** What a person allowed an application, and did not take back. */
export async function findOidcConsent(
  pool: Pool,
  { orgId, userId, clientId }: ConsentKey,
): Promise<Granted | undefined> {
  const { rows } = await pool.query<{ granted: Granted }>({
    name: 'find-oidc-consent',
    text,
    values: [orgId, userId, clientId],
  });
  return rows[0]?.granted;
}

const text = 'select granted from oidc_consents where org_id = $1 and user_id = $2 and client_id = $3';
