import type { Pool } from 'pg';
import type { ConsentKey } from './find-oidc-consent.ts';

/**
 * Notes that an application was let in by what a person allowed. To be called when its grant is stored: whoever withdraws
 * at the same time waits here and then finds the grant, or was first.
 * @returns false when it was withdrawn
 */
export async function useOidcConsent(pool: Pool, { orgId, userId, clientId }: ConsentKey): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'use-oidc-consent',
    text,
    values: [orgId, userId, clientId],
  });
  return rowCount === 1;
}

const text =
  'update oidc_consents set last_used_at = now() where org_id = $1 and user_id = $2 and client_id = $3';
