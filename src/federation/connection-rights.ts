import type { EntityManager } from '@mikro-orm/postgresql';
import { tenancyOf } from '../platform/entities/owned.ts';
import { type Grantor, requireGrantable } from '../platform/grants.ts';
import { scopesOf } from '../users/directory/role.ts';
import { reachOf } from './sql/reach.ts';

/** A connection, and the group mappings that it has and gets. */
export interface Reaching {
  id: string;
  mappings: readonly (readonly { groupId: string }[])[];
}

/**
 * Applies the grant rule for connections (docs/decisions/0066). The operator of an identity provider can sign in as each
 * user that is linked with it, and become a member of each group that its mapping names. So the caller must hold the
 * management scopes of these users and groups. Call this for every change, because each can help to impersonate a user or
 * to lock a user out.
 *
 * A user who is not linked is not in reach: an e-mail address links no user with management scopes.
 * @throws {Failure} SCOPE_NOT_GRANTABLE
 */
export async function requireMayReach(
  em: EntityManager,
  { id, mappings }: Reaching,
  grantor: Grantor,
): Promise<void> {
  const groupIds = [...new Set(mappings.flat().map(({ groupId }) => groupId))];
  const { roles, scopes } = await reachOf(em, tenancyOf(em).orgId, { connectionId: id, groupIds });
  requireGrantable(grantor, [...new Set([...scopesOf(roles), ...scopes])]);
}
