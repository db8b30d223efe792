import { inTransaction } from '../database/tenancy.ts';
import { tellLogout } from '../domain/oidc-logouts.ts';
import { findTenant } from '../queries/find-tenant.ts';
import { takeEndedOidcSessions } from '../queries/take-ended-oidc-sessions.ts';
import type { TenantTasks } from '../queue.ts';
import type { TaskParts } from './index.ts';

/** Finds out which clients somebody was signed in to by a login that has ended; each is told by a job of its own. */
export async function beginLogout(
  { database, oidc }: TaskParts,
  { orgId, ...login }: TenantTasks['begin-logout'],
): Promise<void> {
  const tenant = await findTenant(database.pool, orgId);
  const instance = tenant && (await oidc.open(orgId));
  if (!instance) return;
  await inTransaction(database.orm, tenant, async (em) => {
    for (const ended of await takeEndedOidcSessions(em, orgId, login))
      for (const logout of await instance.logouts.of(ended)) await tellLogout(em, orgId, logout);
  });
}
