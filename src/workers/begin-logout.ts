import { beforehand } from '../platform/beforehand.ts';
import { inTransaction } from '../platform/tenancy.ts';
import { tellLogout } from '../oidc/oidc-logouts.ts';
import { findTenant } from '../platform/sql/tenants.ts';
import { takeEndedOidcSessions } from '../oidc/sql/oidc-sessions.ts';
import type { TenantTasks } from '../platform/queue.ts';
import type { TaskParts } from './task-parts.ts';

/** Finds the clients that a user was signed in to by a login that has ended. Each client is told by its own job. */
export async function beginLogout(
  { database, oidc }: TaskParts,
  { orgId, ...login }: TenantTasks['begin-logout'],
): Promise<void> {
  const tenant = await findTenant(database.pool, orgId);
  const instance = tenant && (await oidc.open(orgId));
  if (!instance) return;
  await inTransaction(database.orm, tenant, async (tx) => {
    const ended = await takeEndedOidcSessions(tx, orgId, login);
    if (ended.length === 0) return;
    // The engine looks its clients up by connections of its own.
    const contents = ended.map(({ sealed }) => sealed.toString('base64')).toSorted();
    const told = await beforehand(tx, `clients of ${contents.join()}`, async () =>
      (await Promise.all(ended.map((session) => instance.logouts.of(session)))).flat(),
    );
    for (const logout of told) await tellLogout(tx, orgId, logout);
  });
}
