import type { EntityManager } from '@mikro-orm/postgresql';
import type { Origin } from '../../audit/audit.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import type { User } from '../directory/entities/user.ts';
import { emit, type FieldChange } from '../../platform/events.ts';
import { forgetTotp } from '../directory/sql/erase-user.ts';
import { mfaMethodsOf } from './sql/mfa-methods.ts';
import { forgetPasskeys } from '../passkeys/sql/passkeys-of-user.ts';
import { countRecoveryCodes } from './sql/recovery-codes.ts';
import { findTotpFactor } from './sql/totp-factors.ts';
import { recordFactorChange } from './factor-changes.ts';
import type { Grantor } from '../../platform/grants.ts';
import type { Endings } from '../endings.ts';
import { endLoginsOf, type Login } from '../sessions/login-sessions.ts';
import { tellByMail } from '../notices.ts';
import { changedMethods, passkeysOf, removalOf } from '../passkeys/passkeys.ts';
import { requireRightsOf } from '../directory/user-rights.ts';
import { lockUser, nameOf } from '../directory/users.ts';
import { requireVersion } from '../../platform/versions.ts';

/** Of whoever leaves for good, or lost them: nothing proves who they are beside the password. */
export async function forgetFactors(em: EntityManager, userId: string): Promise<void> {
  const { orgId } = tenancyOf(em);
  await forgetTotp(em, orgId, userId);
  await forgetPasskeys(em, orgId, userId);
}

/**
 * Takes every factor beside the password from somebody who lost theirs; they sign in without, or set up another one where one is
 * required. Whoever may do that could take an account over that they know the password of, so they must hold its rights:
 * a help desk resets nobody who administers (decisions 6.13). Twice is no error.
 * @throws {Failure} USER_NOT_FOUND, SCOPE_NOT_GRANTABLE, PRECONDITION_FAILED
 */
export async function resetFactors(
  em: EntityManager,
  userId: string,
  { ifMatch }: { ifMatch: string | undefined },
  grantor: Grantor,
  endings: Endings,
): Promise<{ user: User; changes: FieldChange[] }> {
  const { orgId } = tenancyOf(em);
  const user = await lockUser(em, userId);
  await requireRightsOf(em, user, grantor);
  requireVersion(user, ifMatch);
  const from = await mfaMethodsOf(em, orgId, userId);
  const passkeys = await passkeysOf(em, userId);
  await forgetFactors(em, userId);
  await endLoginsOf(em, userId, endings, { reason: 'FACTORS_RESET', actor: grantor.actor });
  const changes = [...passkeys.map(removalOf), ...(await changedMethods(em, user, from))];
  if (changes.length > 0) {
    await emit(em, [{ type: 'user.updated', data: { ...nameOf(user), changes, updatedBy: grantor.actor } }]);
    await tellByMail(em, userId, 'FACTORS_RESET', grantor.actor);
  }
  return { user, changes };
}

/** How old a login may be in which a factor is set up: whoever finds an open browser does not get in again with their own. */
const recentSeconds = 900;

export const isRecent = (em: EntityManager, { authTime }: Pick<Login, 'authTime'>): boolean =>
  authTime.getTime() > tenancyOf(em).now.getTime() - recentSeconds * 1000;

/** What a person has set up, as they are shown it; undefined for nothing. */
export async function totpOf(
  em: EntityManager,
  userId: string,
): Promise<{ createdAt: Date; recoveryCodes: number } | undefined> {
  const { orgId } = tenancyOf(em);
  const factor = await findTotpFactor(em, orgId, userId);
  return factor && { ...factor, recoveryCodes: await countRecoveryCodes(em, orgId, userId) };
}

/** A person takes their authenticator app away, and the recovery codes with it. Twice is no error. @throws {Failure} USER_NOT_FOUND */
export async function removeTotp(em: EntityManager, userId: string, origin: Origin): Promise<void> {
  const { orgId } = tenancyOf(em);
  const user = await lockUser(em, userId);
  const removed = (await mfaMethodsOf(em, orgId, userId)).find((method) => method === 'TOTP');
  if (removed === undefined) return;
  await forgetTotp(em, orgId, userId);
  await recordFactorChange(em, user, { action: 'user.remove_totp', removed, notice: 'TOTP_REMOVED' }, origin);
}
