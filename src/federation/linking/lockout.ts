import type { EntityManager } from '@mikro-orm/postgresql';
import { tenancyOf } from '../../platform/entities/owned.ts';
import { lockOwnersOf } from '../../users/directory/sql/users.ts';
import { localOwners, requireOwnerWithTwoFactors } from '../../users/factors/local-owners.ts';
import { hasEnforced } from './sql/enforcement.ts';

/**
 * Does a change that may take a factor, a role or the account of an owner. While a connection is enforced, an owner must be left
 * who signs in with two factors of Keyward.
 * @throws {Failure} LOCKOUT_RISK, and what `work` throws
 */
export async function keepOwnersIn<Result>(
  em: EntityManager,
  baseUrl: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const before = await localOwners(em, baseUrl);
  const result = await work();
  await em.flush();
  await requireOwnerLeft(em, baseUrl, before);
  return result;
}

/**
 * As {@link keepOwnersIn}, for a change that is flushed. The change has locked its user, and the lock of the owners comes after
 * it. Changes that take an owner then wait for each other, and the second one sees what the first one took.
 * @param before the owners with two factors before the change
 * @throws {Failure} LOCKOUT_RISK
 */
export async function requireOwnerLeft(
  em: EntityManager,
  baseUrl: string,
  before: readonly string[],
): Promise<void> {
  if (before.length === 0) return;
  const after = new Set(await localOwners(em, baseUrl));
  if (before.every((id) => after.has(id))) return;
  const { orgId } = tenancyOf(em);
  await lockOwnersOf(em, orgId);
  if (await hasEnforced(em, orgId)) await requireOwnerWithTwoFactors(em, baseUrl);
}
