import { findTenant } from '../platform/sql/tenants.ts';
import type { TenantTasks } from '../platform/queue.ts';
import { inTransaction } from '../platform/tenancy.ts';
import { idpEntityId, sloLocation } from '../saml/idp-metadata.ts';
import { noteSoapLogout, prepareSoapLogout, sendSoapLogout } from '../saml/soap-logout.ts';
import type { TaskParts } from './task-parts.ts';

/** Tells a service provider by SOAP that a session has ended. It may be told twice. */
export async function tellServiceProvider(
  { database, outgoing, vault, baseUrl }: TaskParts,
  { orgId, partId }: TenantTasks['tell-service-provider'],
): Promise<void> {
  const tenant = await findTenant(database.pool, orgId);
  if (!tenant) return;
  const issuer = idpEntityId(baseUrl(), orgId);
  const logout = await inTransaction(database.orm, tenant, (tx) =>
    prepareSoapLogout(tx, partId, { vault, issuer }),
  );
  if (!logout) return;
  const answer = await sendSoapLogout(logout, outgoing, sloLocation(baseUrl(), orgId));
  await inTransaction(database.orm, tenant, (tx) => noteSoapLogout(tx, partId, logout, answer));
  if (answer.error !== undefined) throw answer.error;
}
