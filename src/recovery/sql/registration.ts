import { sql } from '../../lib/sql.ts';
import type { TenantLock } from '../../platform/sql/tenants.ts';
import type { Tx } from '../../platform/tx.ts';

/** Ends that clients register themselves. @returns whether they could */
export const closeClientRegistration = (tx: Tx, { orgId }: TenantLock): Promise<boolean> =>
  tx.has(sql`
update auth_configs set settings = settings || '{"mode": "OFF"}', version = version + 1, updated_at = now()
 where org_id = ${orgId} and name = 'oidc_client_registration' and settings ->> 'mode' <> 'OFF' returning name`);

/** Ends that people create accounts themselves. @returns whether they could */
export async function closeRegistration(tx: Tx, { orgId }: TenantLock): Promise<boolean> {
  return (
    (await tx.run(sql`update auth_configs set settings = settings || '{"enabled": false}', version = version + 1, updated_at = now()
      where org_id = ${orgId} and name = 'registration' and settings -> 'enabled' = 'true' returning name`)) >
    0
  );
}
