import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { recordAudit } from '../audit.ts';
import { tenancyOf } from '../entities/owned.ts';
import { User } from '../entities/user.ts';
import { type Actor, emit, type NewEvent } from '../events.ts';
import { disownIdentities, erasePersonalAudit, forgetInvitation } from '../queries/erase-user.ts';
import { hasLink } from '../queries/has-link.ts';
import { leaveGroups } from '../queries/groups-of-user.ts';
import { lockTenant } from '../queries/lock-tenant.ts';
import { actorOf, type Grantor, systemActor } from './grants.ts';
import { inviteUser, type MailAbility } from './invitations.ts';
import { requireRightsOf } from './user-rights.ts';
import { lockUser, nameOf } from './users.ts';
import { requireVersion } from './versions.ts';

interface Demand {
  ifMatch: string | undefined;
}

/** @throws {Failure} USER_NOT_FOUND, SCOPE_NOT_GRANTABLE, PRECONDITION_FAILED */
async function lockToDecideOn(
  em: EntityManager,
  id: string,
  { ifMatch }: Demand,
  grantor: Grantor,
): Promise<User> {
  const user = await lockUser(em, id);
  await requireRightsOf(em, user, grantor);
  requireVersion(user, ifMatch);
  return user;
}

/** @throws {Failure} USER_NOT_FOUND, SCOPE_NOT_GRANTABLE, PRECONDITION_FAILED, USER_STATE_CONFLICT */
export async function suspendUser(
  em: EntityManager,
  id: string,
  { reason, ...demand }: Demand & { reason: string | null },
  grantor: Grantor,
): Promise<User> {
  const user = await lockToDecideOn(em, id, demand, grantor);
  if (user.suspend(tenancyOf(em).now)) {
    await emit(em, [
      { type: 'user.suspended', data: { ...nameOf(user), reason, suspendedBy: actorOf(grantor) } },
    ]);
  }
  return user;
}

/** @throws {Failure} USER_NOT_FOUND, SCOPE_NOT_GRANTABLE, PRECONDITION_FAILED, USER_STATE_CONFLICT */
export async function reactivateUser(
  em: EntityManager,
  id: string,
  demand: Demand,
  grantor: Grantor,
  mail: MailAbility,
): Promise<User> {
  const user = await lockToDecideOn(em, id, demand, grantor);
  if (user.reactivate(tenancyOf(em).now)) {
    const { status } = user;
    // Nothing is sent to whoever is suspended, so the mail may be missing.
    const uninvited = status === 'INVITED' && !(await hasLink(em, user.orgId, id));
    if (uninvited && mail.enabled) await inviteUser(em, id, mail);
    await emit(em, [
      { type: 'user.reactivated', data: { ...nameOf(user), status, reactivatedBy: actorOf(grantor) } },
    ]);
  }
  return user;
}

/** Ends a person for good; twice is no error. @throws {Failure} USER_NOT_FOUND, SCOPE_NOT_GRANTABLE, PRECONDITION_FAILED */
export async function deprovisionUser(
  em: EntityManager,
  id: string,
  { reason, ...demand }: Demand & { reason: string | null },
  grantor: Grantor,
): Promise<User> {
  const user = await lockToDecideOn(em, id, demand, grantor);
  await endUser(em, user, reason, actorOf(grantor));
  return user;
}

/**
 * Erases a person; the trail keeps the id alone.
 * @throws {Failure} USER_NOT_FOUND, SCOPE_NOT_GRANTABLE, PRECONDITION_FAILED
 */
export async function deleteUser(
  em: EntityManager,
  id: string,
  demand: Demand,
  grantor: Grantor,
): Promise<User> {
  const { orgId } = tenancyOf(em);
  // So that no identity is given to the person meanwhile.
  await lockTenant(em, orgId);
  const user = await lockToDecideOn(em, id, demand, grantor);
  const actor = actorOf(grantor);
  await leave(em, user, actor);
  const changes = [{ field: 'ownerUserId', from: id, to: null }];
  const disowned = (await disownIdentities(em, orgId, id)).map(
    (identity): NewEvent => ({
      type: 'identity.updated',
      data: { identityId: identity.id, identityName: identity.name, changes, updatedBy: actor },
    }),
  );
  await emit(em, [...disowned, { type: 'user.deleted', data: { ...nameOf(user), deletedBy: actor } }]);
  await erasePersonalAudit(em, orgId, id);
  em.remove(user);
  await em.flush();
  return user;
}

/**
 * Deprovisions one person whose time is over, in a transaction of its own so that few rows are held at once.
 * @returns how many: call again until it is 0
 */
export async function offboardOne(em: EntityManager): Promise<number> {
  const { now } = tenancyOf(em);
  const user = await em.findOne(
    User,
    { status: { $ne: 'DEPROVISIONED' }, expiresAt: { $lte: now } },
    { orderBy: { expiresAt: 'asc', id: 'asc' }, lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE },
  );
  if (!user) return 0;
  const reason = 'EXPIRED';
  await endUser(em, user, reason, systemActor);
  await recordAudit(em, [
    { action: 'user.deprovision', actor: systemActor, targetId: user.id, result: 'SUCCESS', reason },
  ]);
  await em.flush();
  return 1;
}

/** What deprovisioning and expiry have in common. The person must be locked. */
async function endUser(em: EntityManager, user: User, reason: string | null, actor: Actor): Promise<void> {
  const { orgId, now } = tenancyOf(em);
  if (!user.deprovision(now)) return;
  await forgetInvitation(em, orgId, user.id);
  await leave(em, user, actor);
  await emit(em, [{ type: 'user.deprovisioned', data: { ...nameOf(user), reason, deprovisionedBy: actor } }]);
}

async function leave(em: EntityManager, user: User, removedBy: Actor): Promise<void> {
  const groups = await leaveGroups(em, user.orgId, user.id);
  await emit(
    em,
    groups.map(({ id: groupId, name: groupName }) => ({
      type: 'group.member_removed',
      data: { groupId, groupName, ...nameOf(user), removedBy },
    })),
  );
}
