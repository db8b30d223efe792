import { tenancyOf } from '../../platform/entities/owned.ts';
import { type Grantor, requireGrantable, requireMayEnd } from '../../platform/grants.ts';
import type { Tx } from '../../platform/tx.ts';
import { scopesOf } from '../../users/directory/role.ts';
import { reachOf } from './sql/reach.ts';

/** A connection, the group mappings that it has and gets, and the domains that it gets. */
export interface Reaching {
  id: string;
  mappings: readonly (readonly { groupId: string }[])[];
  addedDomains?: readonly string[];
}

/**
 * Applies the grant rule for connections (docs/decisions/0066). The operator of an identity provider can sign in as each
 * user that is linked with it, and become a member of each group that its mapping names. It can lock out each user of its
 * domains, and vouches for their addresses. So the caller must hold the management scopes of these users and groups. Call this
 * for every change, because each can help to impersonate a user or to lock a user out.
 * @throws {Failure} SCOPE_NOT_GRANTABLE
 */
export async function requireMayReach(tx: Tx, reaching: Reaching, grantor: Grantor): Promise<void> {
  requireGrantable(grantor, await reachedScopes(tx, reaching));
}

/** The same for an act that ends or narrows. A leak must not wait for a sign-in. @throws {Failure} SCOPE_NOT_GRANTABLE */
export async function requireMayEndReach(tx: Tx, reaching: Reaching, grantor: Grantor): Promise<void> {
  requireMayEnd(grantor, await reachedScopes(tx, reaching));
}

async function reachedScopes(tx: Tx, { id, mappings, addedDomains = [] }: Reaching): Promise<string[]> {
  const groupIds = [...new Set(mappings.flat().map(({ groupId }) => groupId))];
  const { roles, scopes } = await reachOf(tx, tenancyOf(tx).orgId, {
    connectionId: id,
    groupIds,
    addedDomains,
  });
  return [...new Set([...scopesOf(roles), ...scopes])];
}
