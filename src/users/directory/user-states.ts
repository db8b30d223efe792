import type { EntityManager } from '@mikro-orm/postgresql';
import { type Locked, lockOne } from '../../platform/locked.ts';
import { recordAudit } from '../../audit/audit.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import { User } from './entities/user.ts';
import { type Actor, emit, type NewEvent } from '../../platform/events.ts';
import { Failure } from '../../failure.ts';
import { disownIdentities } from '../../credentials/sql/identities.ts';
import { erasePersonalAudit, forgetSignIns } from './sql/erase-user.ts';
import { forgetInvitation, hasInvitationLink } from '../invitations/sql/invitations.ts';
import { forgetPass } from '../access-passes/sql/access-passes.ts';
import { leaveGroups } from '../groups/sql/members.ts';
import { lockTenant, organizationOf } from '../../platform/sql/tenants.ts';
import { enqueue } from '../../platform/queue.ts';
import { forgetFactors } from '../factors/factors.ts';
import { type Grantor, systemActor } from '../../platform/grants.ts';
import { inviteUser, type MailAbility } from '../invitations/invitations.ts';
import type { Endings, UserEnd } from '../endings.ts';
import { endLoginsOf } from '../sessions/login-sessions.ts';
import { ownerLeft } from '../../risk/occurrences.ts';
import { requireAnotherOwner } from './owners.ts';
import { raiseAlerts } from '../../risk/raising.ts';
import { forgetFailures } from '../sessions/attempts.ts';
import { requireMayEmpower, requireMayEndAccessOf, requireRightsOf } from './user-rights.ts';
import { lockUser, nameOf } from './users.ts';
import { type IfMatch, requireVersion } from '../../platform/versions.ts';

/**
 * Locks a user for a change of the status.
 * @param requireMay the rule about the rights of the user
 * @throws {Failure} USER_NOT_FOUND, SCOPE_NOT_GRANTABLE, PRECONDITION_FAILED
 */
async function lockToDecideOn(
  em: EntityManager,
  id: string,
  { ifMatch }: IfMatch,
  grantor: Grantor,
  requireMay: typeof requireRightsOf = requireRightsOf,
): Promise<Locked<User>> {
  const user = await lockUser(em, id);
  await requireMay(em, user, grantor);
  requireVersion(user, ifMatch);
  return user;
}

/** @throws {Failure} USER_NOT_FOUND, SCOPE_NOT_GRANTABLE, PRECONDITION_FAILED, USER_STATE_CONFLICT, LOCKOUT_RISK */
export async function suspendUser(
  em: EntityManager,
  id: string,
  { reason, ...demand }: IfMatch & { reason: string | null },
  grantor: Grantor,
  endings: Endings,
): Promise<User> {
  const user = await lockToDecideOn(em, id, demand, grantor, requireMayEndAccessOf);
  await requireAnotherOwner(em, user);
  if (user.suspend(tenancyOf(em).now)) {
    await endAccess(em, user, 'SUSPENDED', grantor.actor, endings);
    await emit(em, [
      { type: 'user.suspended', data: { ...nameOf(user), reason, suspendedBy: grantor.actor } },
    ]);
  }
  return user;
}

/** @throws {Failure} USER_NOT_FOUND, SCOPE_NOT_GRANTABLE, BOUND_NOT_GRANTABLE, PRECONDITION_FAILED, USER_STATE_CONFLICT */
export async function reactivateUser(
  em: EntityManager,
  id: string,
  demand: IfMatch,
  grantor: Grantor,
  mail: MailAbility,
): Promise<User> {
  const user = await lockToDecideOn(em, id, demand, grantor);
  await requireMayEmpower(em, user, grantor);
  if (user.reactivate(tenancyOf(em).now)) {
    const { status } = user;
    // Suspended users get no mail, so the invitation may never have been sent.
    const uninvited = status === 'INVITED' && !(await hasInvitationLink(em, user.orgId, id));
    if (uninvited && mail.enabled) await inviteUser(em, id, grantor.actor, mail);
    await emit(em, [
      { type: 'user.reactivated', data: { ...nameOf(user), status, reactivatedBy: grantor.actor } },
    ]);
  }
  return user;
}

const secondsBetweenMails = 60;

/**
 * Sends an INVITED user a new link; the link before stops working. Sends at most one mail a minute: a second click
 * must not kill the link that has just been sent. If the mail before has not been sent yet, the minute does not
 * apply.
 * @throws {Failure} USER_NOT_FOUND, SCOPE_NOT_GRANTABLE, PRECONDITION_FAILED, USER_STATE_CONFLICT,
 * SERVICE_UNAVAILABLE
 */
export async function inviteUserAgain(
  em: EntityManager,
  id: string,
  demand: IfMatch,
  grantor: Grantor,
  mail: MailAbility,
): Promise<User> {
  const user = await lockToDecideOn(em, id, demand, grantor);
  const { now } = tenancyOf(em);
  const status = user.statusAt(now);
  if (status !== 'INVITED') throw new Failure('USER_STATE_CONFLICT', { status });
  if (user.email === null)
    throw new Failure('USER_STATE_CONFLICT', { status, email: 'is missing; set it first' });
  const next = (user.invitedAt?.getTime() ?? 0) + secondsBetweenMails * 1000;
  if (next > now.getTime() && (await hasInvitationLink(em, user.orgId, id))) {
    const retryAt = new Date(next).toISOString();
    throw new Failure('USER_STATE_CONFLICT', {
      status,
      retryAt,
      invitation: 'was sent less than a minute ago',
    });
  }
  await inviteUser(em, id, grantor.actor, mail);
  return user;
}

/**
 * Deprovisions a user for good. A second call changes nothing and does not fail.
 * @throws {Failure} USER_NOT_FOUND, SCOPE_NOT_GRANTABLE, PRECONDITION_FAILED, LOCKOUT_RISK
 */
export async function deprovisionUser(
  em: EntityManager,
  id: string,
  { reason, ...demand }: IfMatch & { reason: string | null },
  grantor: Grantor,
  endings: Endings,
): Promise<User> {
  const user = await lockToDecideOn(em, id, demand, grantor, requireMayEndAccessOf);
  await requireAnotherOwner(em, user);
  await endUser(em, user, reason, grantor.actor, endings);
  return user;
}

/**
 * Erases a person; the trail keeps the id alone.
 * @throws {Failure} USER_NOT_FOUND, SCOPE_NOT_GRANTABLE, PRECONDITION_FAILED, LOCKOUT_RISK
 */
export async function deleteUser(
  em: EntityManager,
  id: string,
  demand: IfMatch,
  grantor: Grantor,
  endings: Endings,
): Promise<User> {
  const { orgId } = tenancyOf(em);
  const lock = await lockTenant(em, orgId);
  await forgetSignIns(em, orgId, id);
  const user = await lockToDecideOn(em, id, demand, grantor, requireMayEndAccessOf);
  await requireAnotherOwner(em, user);
  const actor = grantor.actor;
  await endAccess(em, user, 'DELETED', actor, endings);
  await forgetFailures(em, user);
  await leave(em, user, actor);
  const changes = [{ field: 'ownerUserId', from: id, to: null }];
  const identities = await disownIdentities(em, lock, id);
  const disowned = identities.map(
    (identity): NewEvent => ({
      type: 'identity.updated',
      data: { identityId: identity.id, identityName: identity.name, changes, updatedBy: actor },
    }),
  );
  await emit(em, [...disowned, { type: 'user.deleted', data: { ...nameOf(user), deletedBy: actor } }]);
  await raiseAlerts(em, ownerLeft('user.deleted', id, identities));
  await erasePersonalAudit(em, orgId, id);
  await eraseActions(em, id);
  for (const erase of endings.onUserErased) await erase(em, user);
  em.remove(user);
  await em.flush();
  return user;
}

/** The user may have changed much, also in the test tenant, so this is not done at once. */
async function eraseActions(em: EntityManager, userId: string): Promise<void> {
  const organization = await organizationOf(em, tenancyOf(em).orgId);
  if (!organization) throw new Error('the tenant of a user has no organization');
  const key = `erase-actions:${userId}`;
  for (const orgId of [organization.liveOrgId, organization.testOrgId])
    await enqueue(em, 'erase-actions', { orgId, userId }, { key });
}

/**
 * Deprovisions one person whose time is over, in a transaction of its own so that few rows are held at once.
 * @returns how many: call again until it is 0
 */
export async function offboardOne(em: EntityManager, endings: Endings): Promise<number> {
  const { now } = tenancyOf(em);
  const user = await lockOne(
    em,
    User,
    { status: { $ne: 'DEPROVISIONED' }, expiresAt: { $lte: now } },
    { orderBy: { expiresAt: 'asc', id: 'asc' }, skipsLocked: true },
  );
  if (!user) return 0;
  const reason = 'EXPIRED';
  await endUser(em, user, reason, systemActor, endings);
  await recordAudit(em, [
    { action: 'user.deprovision', actor: systemActor, targetId: user.id, result: 'SUCCESS', reason },
  ]);
  await em.flush();
  return 1;
}

/** What deprovisioning, expiry and SCIM's deletion have in common. */
export async function endUser(
  em: EntityManager,
  user: Locked<User>,
  reason: string | null,
  actor: Actor,
  endings: Endings,
): Promise<void> {
  const { orgId, now } = tenancyOf(em);
  if (!user.deprovision(now)) return;
  await endAccess(em, user, 'DEPROVISIONED', actor, endings);
  await forgetInvitation(em, orgId, user.id);
  await forgetFactors(em, user.id);
  await leave(em, user, actor);
  await emit(em, [{ type: 'user.deprovisioned', data: { ...nameOf(user), reason, deprovisionedBy: actor } }]);
}

/** Ends the logins of a user, what applications got by them, and the access pass. */
export async function endAccess(
  em: EntityManager,
  user: Locked<User>,
  end: UserEnd,
  actor: Actor,
  endings: Endings,
): Promise<void> {
  await endLoginsOf(em, user.id, endings, { reason: `USER_${end}`, actor });
  await forgetPass(em, user.orgId, user.id);
  for (const follow of endings.onUserEnded) await follow(em, user, end);
}

async function leave(em: EntityManager, user: Locked<User>, removedBy: Actor): Promise<void> {
  const groups = await leaveGroups(em, user);
  await emit(
    em,
    groups.map(({ id: groupId, name: groupName }) => ({
      type: 'group.member_removed',
      data: { groupId, groupName, ...nameOf(user), removedBy },
    })),
  );
}
