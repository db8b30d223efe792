import type { TenantTasks } from '../platform/queue.ts';
import type { TaskParts } from './task-parts.ts';

/** Tells a client that a user is signed out. The client may be told twice, with the same content. */
export async function tellLogout(
  { oidc }: TaskParts,
  { orgId, ...logout }: TenantTasks['tell-logout'],
): Promise<void> {
  const instance = await oidc.open(orgId);
  await instance?.logouts.tell(logout);
}
