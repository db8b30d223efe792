import { rereadDocument } from '../oidc/documents.ts';
import type { TenantTasks } from '../platform/queue.ts';
import { findTenant } from '../platform/sql/tenants.ts';
import { inTransaction } from '../platform/tenancy.ts';
import type { TaskParts } from './task-parts.ts';

/** Reads the client ID metadata document of one client again. */
export async function readClientDocument(
  { database, readDocument }: TaskParts,
  { orgId, clientId }: TenantTasks['read-client-document'],
): Promise<void> {
  const tenant = await findTenant(database.pool, orgId);
  if (!tenant) return;
  await rereadDocument(clientId, {
    orgId,
    readDocument,
    within: (work) => inTransaction(database.orm, tenant, work),
  });
}
