import { tenancyOf } from '../../platform/entities/owned.ts';
import type { Tx } from '../../platform/tx.ts';
import { lockOwnersOf } from '../../users/directory/sql/users.ts';
import { localOwners, requireOwnerWithTwoFactors } from '../../users/factors/local-owners.ts';
import { hasEnforced } from './sql/enforcement.ts';

/**
 * Does a change that may take a factor, a role or the account of an owner. While a connection is enforced, an owner must be left
 * who signs in with two factors of Keyward.
 * @throws {Failure} LOCKOUT_RISK, and what `work` throws
 */
export async function keepOwnersIn<Result>(
  tx: Tx,
  baseUrl: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const before = await localOwners(tx, baseUrl);
  const result = await work();
  await tx.flush();
  await requireOwnerLeft(tx, baseUrl, before);
  return result;
}

/**
 * As {@link keepOwnersIn}, for a change that is flushed. The change has locked its user, and the lock of the owners comes after
 * it. Changes that take an owner then wait for each other, and the second one sees what the first one took.
 * @param before the owners with two factors before the change
 * @throws {Failure} LOCKOUT_RISK
 */
export async function requireOwnerLeft(tx: Tx, baseUrl: string, before: readonly string[]): Promise<void> {
  if (before.length === 0) return;
  const after = new Set(await localOwners(tx, baseUrl));
  if (before.every((id) => after.has(id))) return;
  const { orgId } = tenancyOf(tx);
  await lockOwnersOf(tx, orgId);
  if (await hasEnforced(tx, orgId)) await requireOwnerWithTwoFactors(tx, baseUrl);
}
