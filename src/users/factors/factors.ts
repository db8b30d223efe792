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
import type { Tx } from '../../platform/tx.ts';

/**
 * Deletes the factors of a user who leaves for good, or who lost them. After that only the password proves the user's
 * identity.
 */
export async function forgetFactors(tx: Tx, userId: string): Promise<void> {
  const { orgId } = tenancyOf(tx);
  await forgetTotp(tx, orgId, userId);
  await forgetPasskeys(tx, orgId, userId);
  await forgetPass(tx, orgId, userId);
}

/**
 * Takes every factor beside the password from a user who lost them. The user then signs in without, or sets up
 * another factor where one is required. A caller who may do that, and knows a user's password, could take over the
 * account. So the caller must hold the user's rights: a help desk cannot reset an administrator (decisions 6.13). A
 * second call changes nothing and does not fail.
 * @throws {Failure} USER_NOT_FOUND, SCOPE_NOT_GRANTABLE, PRECONDITION_FAILED
 */
export async function resetFactors(
  tx: Tx,
  userId: string,
  { ifMatch }: { ifMatch: string | undefined },
  grantor: Grantor,
  endings: Endings,
): Promise<{ user: User; changes: FieldChange[] }> {
  const { orgId } = tenancyOf(tx);
  const user = await lockUser(tx, userId);
  await requireRightsOf(tx, user, grantor);
  requireVersion(user, ifMatch);
  const from = await mfaMethodsOf(tx, orgId, userId);
  const passkeys = await passkeysOf(tx, userId);
  await forgetFactors(tx, userId);
  await endLoginsOf(tx, userId, endings, { reason: 'FACTORS_RESET', actor: grantor.actor });
  const changes = [...passkeys.map(removalOf), ...(await changedMethods(tx, user, from))];
  if (changes.length > 0) {
    await emit(tx, [{ type: 'user.updated', data: { ...nameOf(user), changes, updatedBy: grantor.actor } }]);
    await tellByMail(tx, userId, 'FACTORS_RESET', grantor.actor);
  }
  return { user, changes };
}

/**
 * The maximum age of a login in which a user sets up a factor. An attacker who finds an open browser cannot add a
 * factor of their own and get in again.
 */
const recentSeconds = 900;

export const isRecent = (tx: Tx, login: ProofTime): boolean =>
  certainTime(login).getTime() > tenancyOf(tx).now.getTime() - recentSeconds * 1000;

/** Returns the authenticator app that a user has set up, as the user sees it; undefined without an app. */
export async function totpOf(
  tx: Tx,
  userId: string,
): Promise<{ createdAt: Date; recoveryCodes: number } | undefined> {
  const { orgId } = tenancyOf(tx);
  const factor = await findTotpFactor(tx, orgId, userId);
  return factor && { ...factor, recoveryCodes: await countRecoveryCodes(tx, orgId, userId) };
}

/**
 * Removes a user's own authenticator app, and the recovery codes with it. A second call changes nothing and does not
 * fail. @throws {Failure} USER_NOT_FOUND
 */
export async function removeTotp(tx: Tx, userId: string, origin: Origin): Promise<void> {
  const { orgId } = tenancyOf(tx);
  const user = await lockUser(tx, userId);
  const removed = (await mfaMethodsOf(tx, orgId, userId)).find((method) => method === 'TOTP');
  if (removed === undefined) return;
  await forgetTotp(tx, orgId, userId);
  await recordFactorChange(tx, user, { action: 'user.remove_totp', removed, notice: 'TOTP_REMOVED' }, origin);
}
