import type { User } from './entities/user.ts';
import { scopesOf } from './role.ts';
import { scopesOfGroups } from '../groups/sql/groups.ts';
import { requireWithinOwnBounds, unbounded } from '../../credentials/bounds.ts';
import { type Grantor, requireGrantable, requireMayEnd } from '../../platform/grants.ts';
import type { Tx } from '../../platform/tx.ts';
import { isManagementScope } from '../../lib/scope.ts';

/**
 * Applies the grant rule for users (decisions 6.13). A caller who can log in as a user, or decides whether the user
 * can, holds the user's rights. So a help desk's key must hold what the roles and the groups of that user carry.
 * Otherwise the key could take over an owner with a password or an e-mail address of its own choice.
 * @throws {Failure} SCOPE_NOT_GRANTABLE
 */
export async function requireRightsOf(tx: Tx, user: User, grantor: Grantor): Promise<void> {
  requireGrantable(grantor, await rightsOf(tx, user));
}

/**
 * The same for an act that ends the access of a user, or only takes rights or time away. A leak must not wait for a sign-in of the
 * caller, so the act asks for no recent proof (docs/decisions/0094).
 * @throws {Failure} SCOPE_NOT_GRANTABLE
 */
export async function requireMayEndAccessOf(tx: Tx, user: User, grantor: Grantor): Promise<void> {
  requireMayEnd(grantor, await rightsOf(tx, user));
}

/**
 * The same for a change that gives: a user who carries rights is given a way in, or a longer life. The key that gives must
 * not end before the user does (docs/decisions/0041).
 * @param ends when the user leaves after the change; null where nothing is planned
 * @throws {Failure} SCOPE_NOT_GRANTABLE, BOUND_NOT_GRANTABLE
 */
export async function requireMayEmpower(
  tx: Tx,
  user: User,
  grantor: Grantor,
  ends: Date | null = user.expiresAt,
): Promise<void> {
  const carried = await rightsOf(tx, user);
  requireGrantable(grantor, carried);
  if (carried.length > 0) await requireWithinOwnBounds(tx, grantor, { ...unbounded, endsAt: ends });
}

/** Tells whether a user has a right over this service, by a role or by a group. */
export const holdsManagementScopes = async (tx: Tx, user: User): Promise<boolean> =>
  (await rightsOf(tx, user)).some(isManagementScope);

const rightsOf = async (tx: Tx, { roles, orgId, id }: User): Promise<string[]> => [
  ...new Set([...scopesOf(roles), ...(await scopesOfGroups(tx, orgId, id))]),
];
