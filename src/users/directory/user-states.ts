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
import type { Tx } from '../../platform/tx.ts';

/**
 * Locks a user for a change of the status.
 * @param requireMay the rule about the rights of the user
 * @throws {Failure} USER_NOT_FOUND, SCOPE_NOT_GRANTABLE, PRECONDITION_FAILED
 */
async function lockToDecideOn(
  tx: Tx,
  id: string,
  { ifMatch }: IfMatch,
  grantor: Grantor,
  requireMay: typeof requireRightsOf = requireRightsOf,
): Promise<Locked<User>> {
  const user = await lockUser(tx, id);
  await requireMay(tx, user, grantor);
  requireVersion(user, ifMatch);
  return user;
}

/** @throws {Failure} USER_NOT_FOUND, SCOPE_NOT_GRANTABLE, PRECONDITION_FAILED, USER_STATE_CONFLICT, LOCKOUT_RISK */
export async function suspendUser(
  tx: Tx,
  id: string,
  { reason, ...demand }: IfMatch & { reason: string | null },
  grantor: Grantor,
  endings: Endings,
): Promise<User> {
  const user = await lockToDecideOn(tx, id, demand, grantor, requireMayEndAccessOf);
  await requireAnotherOwner(tx, user);
  if (user.suspend(tenancyOf(tx).now)) {
    await endAccess(tx, user, 'SUSPENDED', grantor.actor, endings);
    await emit(tx, [
      { type: 'user.suspended', data: { ...nameOf(user), reason, suspendedBy: grantor.actor } },
    ]);
  }
  return user;
}

/** @throws {Failure} USER_NOT_FOUND, SCOPE_NOT_GRANTABLE, BOUND_NOT_GRANTABLE, PRECONDITION_FAILED, USER_STATE_CONFLICT */
export async function reactivateUser(
  tx: Tx,
  id: string,
  demand: IfMatch,
  grantor: Grantor,
  mail: MailAbility,
): Promise<User> {
  const user = await lockToDecideOn(tx, id, demand, grantor);
  await requireMayEmpower(tx, user, grantor);
  if (user.reactivate(tenancyOf(tx).now)) {
    const { status } = user;
    // Suspended users get no mail, so the invitation may never have been sent.
    const uninvited = status === 'INVITED' && !(await hasInvitationLink(tx, user.orgId, id));
    if (uninvited && mail.enabled) await inviteUser(tx, id, grantor.actor, mail);
    await emit(tx, [
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
  tx: Tx,
  id: string,
  demand: IfMatch,
  grantor: Grantor,
  mail: MailAbility,
): Promise<User> {
  const user = await lockToDecideOn(tx, id, demand, grantor);
  const { now } = tenancyOf(tx);
  const status = user.statusAt(now);
  if (status !== 'INVITED') throw new Failure('USER_STATE_CONFLICT', { status });
  if (user.email === null)
    throw new Failure('USER_STATE_CONFLICT', { status, email: 'is missing; set it first' });
  const next = (user.invitedAt?.getTime() ?? 0) + secondsBetweenMails * 1000;
  if (next > now.getTime() && (await hasInvitationLink(tx, user.orgId, id))) {
    const retryAt = new Date(next).toISOString();
    throw new Failure('USER_STATE_CONFLICT', {
      status,
      retryAt,
      invitation: 'was sent less than a minute ago',
    });
  }
  await inviteUser(tx, id, grantor.actor, mail);
  return user;
}

/**
 * Deprovisions a user for good. A second call changes nothing and does not fail.
 * @throws {Failure} USER_NOT_FOUND, SCOPE_NOT_GRANTABLE, PRECONDITION_FAILED, LOCKOUT_RISK
 */
export async function deprovisionUser(
  tx: Tx,
  id: string,
  { reason, ...demand }: IfMatch & { reason: string | null },
  grantor: Grantor,
  endings: Endings,
): Promise<User> {
  const user = await lockToDecideOn(tx, id, demand, grantor, requireMayEndAccessOf);
  await requireAnotherOwner(tx, user);
  await endUser(tx, user, reason, grantor.actor, endings);
  return user;
}

/**
 * Erases a person; the trail keeps the id alone.
 * @throws {Failure} USER_NOT_FOUND, SCOPE_NOT_GRANTABLE, PRECONDITION_FAILED, LOCKOUT_RISK
 */
export async function deleteUser(
  tx: Tx,
  id: string,
  demand: IfMatch,
  grantor: Grantor,
  endings: Endings,
): Promise<User> {
  const { orgId } = tenancyOf(tx);
  const lock = await lockTenant(tx, orgId);
  await forgetSignIns(tx, orgId, id);
  const user = await lockToDecideOn(tx, id, demand, grantor, requireMayEndAccessOf);
  await requireAnotherOwner(tx, user);
  const actor = grantor.actor;
  await endAccess(tx, user, 'DELETED', actor, endings);
  await forgetFailures(tx, user);
  await leave(tx, user, actor);
  const changes = [{ field: 'ownerUserId', from: id, to: null }];
  const identities = await disownIdentities(tx, lock, id);
  const disowned = identities.map(
    (identity): NewEvent => ({
      type: 'identity.updated',
      data: { identityId: identity.id, identityName: identity.name, changes, updatedBy: actor },
    }),
  );
  await emit(tx, [...disowned, { type: 'user.deleted', data: { ...nameOf(user), deletedBy: actor } }]);
  await raiseAlerts(tx, ownerLeft('user.deleted', id, identities));
  await erasePersonalAudit(tx, orgId, id);
  await eraseActions(tx, id);
  for (const erase of endings.onUserErased) await erase(tx, user);
  tx.remove(user);
  await tx.flush();
  return user;
}

/** The user may have changed much, also in the test tenant, so this is not done at once. */
async function eraseActions(tx: Tx, userId: string): Promise<void> {
  const organization = await organizationOf(tx, tenancyOf(tx).orgId);
  if (!organization) throw new Error('the tenant of a user has no organization');
  const key = `erase-actions:${userId}`;
  for (const orgId of [organization.liveOrgId, organization.testOrgId])
    await enqueue(tx, 'erase-actions', { orgId, userId }, { key });
}

/**
 * Deprovisions one person whose time is over, in a transaction of its own so that few rows are held at once.
 * @returns how many: call again until it is 0
 */
export async function offboardOne(tx: Tx, endings: Endings): Promise<number> {
  const { now } = tenancyOf(tx);
  const user = await lockOne(
    tx,
    User,
    { status: { $ne: 'DEPROVISIONED' }, expiresAt: { $lte: now } },
    { orderBy: { expiresAt: 'asc', id: 'asc' }, skipsLocked: true },
  );
  if (!user) return 0;
  const reason = 'EXPIRED';
  await endUser(tx, user, reason, systemActor, endings);
  await recordAudit(tx, [
    { action: 'user.deprovision', actor: systemActor, targetId: user.id, result: 'SUCCESS', reason },
  ]);
  await tx.flush();
  return 1;
}

/** Ends a user: the common part of deprovisioning, expiry and SCIM's deletion. */
export async function endUser(
  tx: Tx,
  user: Locked<User>,
  reason: string | null,
  actor: Actor,
  endings: Endings,
): Promise<void> {
  const { orgId, now } = tenancyOf(tx);
  if (!user.deprovision(now)) return;
  await endAccess(tx, user, 'DEPROVISIONED', actor, endings);
  await forgetInvitation(tx, orgId, user.id);
  await forgetFactors(tx, user.id);
  await leave(tx, user, actor);
  await emit(tx, [{ type: 'user.deprovisioned', data: { ...nameOf(user), reason, deprovisionedBy: actor } }]);
}

/** Ends the logins of a user, what applications got by them, and the access pass. */
export async function endAccess(
  tx: Tx,
  user: Locked<User>,
  end: UserEnd,
  actor: Actor,
  endings: Endings,
): Promise<void> {
  await endLoginsOf(tx, user.id, endings, { reason: `USER_${end}`, actor });
  await forgetPass(tx, user.orgId, user.id);
  for (const follow of endings.onUserEnded) await follow(tx, user, end);
}

async function leave(tx: Tx, user: Locked<User>, removedBy: Actor): Promise<void> {
  const groups = await leaveGroups(tx, user);
  await emit(
    tx,
    groups.map(({ id: groupId, name: groupName }) => ({
      type: 'group.member_removed',
      data: { groupId, groupName, ...nameOf(user), removedBy },
    })),
  );
}
