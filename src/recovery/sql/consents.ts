import { sql } from '../../lib/sql.ts';
import type { Locked } from '../../platform/locked.ts';
import type { Tx } from '../../platform/tx.ts';
import type { User } from '../../users/directory/entities/user.ts';

/**
 * Removes what a user allowed a client, or all clients if `clientId` is undefined. The mark has ended what was issued by it.
 * @returns whether there was anything
 */
export async function removeConsents(
  tx: Tx,
  { orgId, id }: Locked<User>,
  clientId: string | undefined,
): Promise<boolean> {
  return tx.has(sql`
delete from oidc_consents where org_id = ${orgId} and user_id = ${id} and client_id = coalesce(${clientId ?? null}, client_id)
returning client_id`);
}
