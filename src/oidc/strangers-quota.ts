import { sql } from '../lib/sql.ts';
import type { TenantLock } from '../platform/sql/tenants.ts';
import type { Tx } from '../platform/tx.ts';

/** The most clients of strangers that a tenant keeps: of metadata documents and of registrations together. */
export const mostStrangers = 1_000;

/**
 * Makes room for one more client of a stranger. If there is none, this removes the client that was not changed or read for longest, of
 * those that no user has allowed and no administrator has approved.
 * @returns false if users or administrators have allowed all of them
 */
export async function makeRoomForStranger(tx: Tx, { orgId }: TenantLock): Promise<boolean> {
  const counted = await tx.row<{ many: number }>(
    sql`select count(*)::int as many from oidc_clients where org_id = ${orgId} and origin <> 'ADMINISTRATOR'`,
  );
  if ((counted?.many ?? 0) < mostStrangers) return true;
  return tx.has(sql`
delete from oidc_clients
 where org_id = ${orgId} and id = (
   select c.id from oidc_clients c
    where c.org_id = ${orgId} and c.origin <> 'ADMINISTRATOR' and c.identity_id is null
      and not exists (select from oidc_consents k where k.org_id = c.org_id and k.client_id = c.id)
    order by c.updated_at limit 1)
returning id`);
}
