import type { EntityManager } from '@mikro-orm/postgresql';
import type { User } from '../entities/user.ts';
import { scopesOf } from '../lib/role.ts';
import { scopesOfGroups } from '../queries/groups-of-user.ts';
import { type Grantor, requireGrantable } from './grants.ts';

/**
 * The grant rule for people (decisions 6.13): whoever can log in as somebody, or decides whether they can, holds their
 * rights. So a help desk's key must hold what the roles and the groups of that person carry, or it could take over
 * an owner with a password or an e-mail address of its own choice.
 * @throws {Failure} SCOPE_NOT_GRANTABLE
 */
export async function requireRightsOf(em: EntityManager, user: User, grantor: Grantor): Promise<void> {
  const carried = [...scopesOf(user.roles), ...(await scopesOfGroups(em, user.orgId, user.id))];
  requireGrantable(grantor, [...new Set(carried)]);
}
