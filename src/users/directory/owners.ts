import type { EntityManager } from '@mikro-orm/postgresql';
import type { Locked } from '../../platform/locked.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import type { User } from './entities/user.ts';
import { Failure } from '../../failure.ts';
import { lockOwners, otherOwner } from './sql/other-owner.ts';

/**
 * To be called before a person stops being an ACTIVE owner, now or at a set time: by suspend, deprovision, delete, a
 * change of roles or `expiresAt`, and their like in SCIM. The user has not yet changed. One owner must
 * be left who is ACTIVE and has no `expiresAt`, so that the sweeper never takes the last one.
 * @throws {Failure} LOCKOUT_RISK; nothing when the person is no ACTIVE owner
 */
export async function requireAnotherOwner(em: EntityManager, user: Locked<User>): Promise<void> {
  const { orgId, now } = tenancyOf(em);
  if (!user.roles.includes('OWNER') || user.statusAt(now) !== 'ACTIVE') return;
  await lockOwners(em, orgId);
  if (await otherOwner(em, orgId, user.id)) return;
  throw new Failure('LOCKOUT_RISK', {
    owner: 'nobody else is an ACTIVE OWNER without expiresAt: make somebody one first',
  });
}
