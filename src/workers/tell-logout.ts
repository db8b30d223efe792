import type { TenantTasks } from '../platform/queue.ts';
import type { TaskParts } from './task-parts.ts';

/** Tells a client that somebody is signed out. It may be told twice; then both tell it the same. */
export async function tellLogout(
  { oidc }: TaskParts,
  { orgId, ...logout }: TenantTasks['tell-logout'],
): Promise<void> {
  const instance = await oidc.open(orgId);
  await instance?.logouts.tell(logout);
}
