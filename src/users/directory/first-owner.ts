import { recordAudit } from '../../audit/audit.ts';
import { noBreachedPasswords } from '../passwords/breached-passwords.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import type { User } from './entities/user.ts';
import { emit } from '../../platform/events.ts';
import type { Role } from './role.ts';
import { isOneMailbox } from '../../lib/email.ts';
import { userIdByEmail } from './sql/names.ts';
import { assignChanges } from '../../platform/fields.ts';
import { systemActor } from '../../platform/grants.ts';
import type { Tx } from '../../platform/tx.ts';
import { inviteUser, type MailAbility } from '../invitations/invitations.ts';
import { createUser, lockUser, type NewUser, nameOf, noDetails } from './users.ts';

/** The operator at the machine stands above every grant rule (decisions 6.8). */
const operator = { actor: systemActor, scopes: ['*'] };

/**
 * Makes the user with this address an OWNER, as the operator of the service may. Creates a user who does not exist
 * yet: INVITED where the service can send mail, else ACTIVE without a password. The state of an existing user does
 * not change. An owner who has not accepted the invitation gets a new one.
 * @returns the user, and what was done; flushed
 * @throws {Failure} USER_STATE_CONFLICT when the user is deprovisioned, and what `createUser` refuses
 */
export async function makeOwner(
  tx: Tx,
  email: string,
  mail: Pick<MailAbility, 'enabled'>,
): Promise<{ user: User; done: 'created' | 'changed' | 'invited' | 'nothing' }> {
  const { orgId, now } = tenancyOf(tx);
  const id = await userIdByEmail(tx, orgId, email);
  const found = id === undefined ? undefined : await lockUser(tx, id);
  // Another spelling may be another mailbox. Then `createUser` says that the address is taken.
  if (!found?.email || !isOneMailbox(found.email, email)) {
    const user = await createOwner(tx, email, withoutLimits(mail));
    await recordAudit(tx, [{ ...entry(user), action: 'user.create' }]);
    return { user, done: 'created' };
  }
  found.requirePresent(now);
  const changes = assignChanges<User>(found, { roles: withOwner(found.roles) });
  if (changes.length === 0) return { user: found, done: await inviteAgain(tx, found, mail) };
  await tx.flush();
  await emit(tx, [{ type: 'user.updated', data: { ...nameOf(found), changes, updatedBy: systemActor } }]);
  await recordAudit(tx, [{ ...entry(found), action: 'user.update', changes }]);
  return { user: found, done: 'changed' };
}

/**
 * Invites the first owner of a new organization, as an operator asks by the API. The mail counts in the mails of the organization.
 * @returns the user, INVITED; flushed
 * @throws what `createUser` refuses
 */
export async function inviteFirstOwner(tx: Tx, email: string, mail: MailAbility): Promise<User> {
  const user = await createOwner(tx, email, mail);
  await recordAudit(tx, [{ ...entry(user), action: 'user.create', reason: 'first owner' }]);
  return user;
}

/** Invites an owner again whose invitation was lost, has expired or was ended by a restore. */
async function inviteAgain(
  tx: Tx,
  user: User,
  mail: Pick<MailAbility, 'enabled'>,
): Promise<'invited' | 'nothing'> {
  if (user.status !== 'INVITED' || !mail.enabled) return 'nothing';
  await inviteUser(tx, user.id, systemActor, withoutLimits(mail));
  await recordAudit(tx, [{ ...entry(user), action: 'user.invite' }]);
  return 'invited';
}

const createOwner = (tx: Tx, email: string, mail: MailAbility): Promise<User> =>
  createUser(tx, newOwner(email, mail), operator, {
    mail,
    breached: noBreachedPasswords,
    quotas: { maxUsers: Infinity },
    // The operator knows the address alone. The owner, or SCIM, adds the attributes later.
    isWithoutSchema: true,
  });

/** As much as a count in Postgres can be. */
const unlimited = 2 ** 31 - 1;

/** The operator made the limits. */
const withoutLimits = (mail: Pick<MailAbility, 'enabled'>): MailAbility => ({
  ...mail,
  maxInvitationsPerHour: unlimited,
  maxMailsPerHour: unlimited,
});

const withOwner = (roles: Role[]): Role[] => (roles.includes('OWNER') ? roles : ['OWNER', ...roles]);

const entry = ({ id, username }: User) => ({
  actor: systemActor,
  targetId: id,
  targetName: username,
  result: 'SUCCESS' as const,
  reason: 'make owner',
});

const newOwner = (email: string, { enabled }: Pick<MailAbility, 'enabled'>): NewUser => ({
  ...noDetails,
  email,
  roles: ['OWNER'],
  attributes: {},
  sendInvite: enabled,
  expiresAt: null,
});
