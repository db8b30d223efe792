import type { EntityManager } from '@mikro-orm/postgresql';
import type { Origin } from '../../audit/audit.ts';
import { certainTime, type ProofTime } from '../../lib/proof-time.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import type { User } from '../directory/entities/user.ts';
import { emit, type FieldChange } from '../../platform/events.ts';
import { findTotpFactor, forgetTotp } from './sql/totp-factors.ts';
import { mfaMethodsOf } from './sql/mfa-methods.ts';
import { forgetPass } from '../access-passes/sql/access-passes.ts';
import { forgetPasskeys } from '../passkeys/sql/passkeys.ts';
import { countRecoveryCodes } from './sql/recovery-codes.ts';
import { recordFactorChange } from './factor-changes.ts';
import type { Grantor } from '../../platform/grants.ts';
import type { Endings } from '../endings.ts';
import { endLoginsOf } from '../sessions/login-sessions.ts';
import { tellByMail } from '../notices.ts';
import { changedMethods, passkeysOf, removalOf } from '../passkeys/passkeys.ts';
import { requireRightsOf } from '../directory/user-rights.ts';
import { lockUser, nameOf } from '../directory/users.ts';
import { requireVersion } from '../../platform/versions.ts';

/**
 * Deletes the factors of a user who leaves for good, or who lost them. After that only the password proves the user's
 * identity.
 */
export async function forgetFactors(em: EntityManager, userId: string): Promise<void> {
  const { orgId } = tenancyOf(em);
  await forgetTotp(em, orgId, userId);
  await forgetPasskeys(em, orgId, userId);
  await forgetPass(em, orgId, userId);
}

/**
 * Takes every factor beside the password from a user who lost them. The user then signs in without, or sets up
 * another factor where one is required. A caller who may do that, and knows a user's password, could take over the
 * account. So the caller must hold the user's rights: a help desk cannot reset an administrator (decisions 6.13). A
 * second call changes nothing and does not fail.
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

/**
 * The maximum age of a login in which a user sets up a factor. An attacker who finds an open browser cannot add a
 * factor of their own and get in again.
 */
const recentSeconds = 900;

export const isRecent = (em: EntityManager, login: ProofTime): boolean =>
  certainTime(login).getTime() > tenancyOf(em).now.getTime() - recentSeconds * 1000;

/** What a person has set up, as they are shown it; undefined for nothing. */
export async function totpOf(
  em: EntityManager,
  userId: string,
): Promise<{ createdAt: Date; recoveryCodes: number } | undefined> {
  const { orgId } = tenancyOf(em);
  const factor = await findTotpFactor(em, orgId, userId);
  return factor && { ...factor, recoveryCodes: await countRecoveryCodes(em, orgId, userId) };
}

/**
 * Removes a user's own authenticator app, and the recovery codes with it. A second call changes nothing and does not
 * fail. @throws {Failure} USER_NOT_FOUND
 */
export async function removeTotp(em: EntityManager, userId: string, origin: Origin): Promise<void> {
  const { orgId } = tenancyOf(em);
  const user = await lockUser(em, userId);
  const removed = (await mfaMethodsOf(em, orgId, userId)).find((method) => method === 'TOTP');
  if (removed === undefined) return;
  await forgetTotp(em, orgId, userId);
  await recordFactorChange(em, user, { action: 'user.remove_totp', removed, notice: 'TOTP_REMOVED' }, origin);
}
