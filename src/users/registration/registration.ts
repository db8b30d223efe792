// Accounts that people create themselves (docs/decisions/0059-registration.md).
import { type Origin, recordAudit } from '../../audit/audit.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import { systemActor } from '../../platform/grants.ts';
import { lockTenant } from '../../platform/sql/tenants.ts';
import type { Tx } from '../../platform/tx.ts';
import { authConfig } from '../auth-config.ts';
import { userIdByEmail } from '../directory/sql/names.ts';
import { findLink, noteVerified, useLink } from '../links/mailed-links.ts';
import type { LiveLink } from '../links/sql/use-link.ts';
import type { BreachedPasswords } from '../passwords/breached-passwords.ts';
import { oneAtATime } from '../passwords/one-at-a-time.ts';
import { newPasswordHash, type PasswordRules } from '../passwords/passwords.ts';
import { ownerOf, passwordRules } from '../passwords/user-passwords.ts';
import type { EnforcedConnection, Enforcement } from '../enforcement.ts';
import { hasRoomForUser, type UserQuota } from '../quotas.ts';
import { createNewcomer } from './newcomers.ts';
import { mayRegister } from './rules.ts';
import { countRegistrations } from './sql/registrations.ts';

/** A link to create an account that works, read before a password is hashed, which no transaction waits for. */
export interface OpenRegistration {
  link: LiveLink;
  rules: PasswordRules;
}

/** @returns undefined when the link does not work (any more), or the settings do not allow the address (any more) */
export async function findRegistration(
  tx: Tx,
  token: string,
  breached: BreachedPasswords,
): Promise<OpenRegistration | undefined> {
  const link = await findLink(tx, 'CREATE_ACCOUNT', token);
  // A link whose address had a user when the mail was sent is in no mail.
  if (!link || link.userId !== null || !(await mayRegister(tx, link.email))) return undefined;
  return { link, rules: await passwordRules(tx, breached) };
}

/** Outside any transaction. @throws {Failure} PASSWORD_POLICY_VIOLATION, USER_STATE_CONFLICT, and what `newPasswordHash` throws */
export const hashNewPassword = (
  { link: { id, email }, rules }: OpenRegistration,
  { displayName, password }: { displayName: string | null; password: string },
): Promise<string> => {
  const about = ownerOf({ email, username: email, firstName: null, lastName: null, displayName });
  return oneAtATime(id, () => newPasswordHash(password, about, [], rules, id));
};

/** An account that was created, or the reason why not. */
export type Registered =
  | { outcome: 'CREATED'; userId: string; email: string; signInId: string | null }
  | { outcome: 'OVER' }
  | { outcome: 'TAKEN' }
  /** Users with this address sign in by a connection only. */
  | { outcome: 'ENFORCED'; connection: EnforcedConnection }
  | { outcome: 'FULL' }
  | { outcome: 'FULL_TODAY' };

/**
 * Creates the account of a link, which proves the address. If many requests use one link at once, one succeeds. The lock of the
 * tenant comes first: a change of the settings waits for it, so no account is created after the change.
 * @returns OVER if the link does not work (any more). TAKEN if a user has the address by now. FULL if the tenant has no room for
 * a user, FULL_TODAY if the accounts of 24 hours are at their limit; the link works on.
 * @throws {Failure} USER_EXISTS if the address is the username of a user
 */
export async function register(
  tx: Tx,
  token: string,
  { displayName, passwordHash }: { displayName: string | null; passwordHash: string },
  {
    breached,
    origin,
    quotas,
    wired,
  }: {
    breached: BreachedPasswords;
    origin: Origin;
    quotas: UserQuota;
    wired: { enforcement: Enforcement };
  },
): Promise<Registered> {
  const { orgId, now } = tenancyOf(tx);
  const lock = await lockTenant(tx, orgId);
  const open = await findRegistration(tx, token, breached);
  if (!open) return { outcome: 'OVER' };
  const { email } = open.link;
  if ((await userIdByEmail(tx, orgId, email)) !== undefined) return { outcome: 'TAKEN' };
  const connection = await wired.enforcement.ofAddress(tx, email);
  if (connection) return { outcome: 'ENFORCED', connection };
  if (!(await hasRoomForUser(tx, orgId, quotas))) return { outcome: 'FULL' };
  const { maxPerDay } = (await authConfig(tx)).registration;
  const created = await countRegistrations(tx, lock);
  if (created >= maxPerDay) return { outcome: 'FULL_TODAY' };
  const link = await useLink(tx, 'CREATE_ACCOUNT', token);
  if (!link) return { outcome: 'OVER' };
  const user = await createNewcomer(tx, { email, displayName }, 'created their own account', {
    origin,
    quotas,
  });
  Object.assign(user, { passwordHash, passwordChangedAt: now });
  await tx.flush();
  await noteVerified(tx, { userId: user.id, email }, origin);
  if (created + 1 === maxPerDay) await tellOfLimit(tx, maxPerDay);
  return { outcome: 'CREATED', userId: user.id, email, signInId: link.signInId };
}

/** Tells once that the last account of 24 hours was created: those who come next are refused. */
async function tellOfLimit(tx: Tx, maxPerDay: number): Promise<void> {
  await recordAudit(tx, [
    {
      action: 'registration.limit',
      actor: systemActor,
      result: 'FAILURE',
      code: 'QUOTA_EXCEEDED',
      reason: `maxPerDay: ${maxPerDay} accounts were created in 24 hours; more are refused`,
    },
  ]);
}
