import { randomUUID } from 'node:crypto';
import { Failure } from '../../failure.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import { emit } from '../../platform/events.ts';
import type { Grantor } from '../../platform/grants.ts';
import { requireUnreplaced, type Seen } from '../../platform/replacing.ts';
import type { Tx } from '../../platform/tx.ts';
import { authConfig } from '../auth-config.ts';
import type { User } from '../directory/entities/user.ts';
import { requireMayEmpower } from '../directory/user-rights.ts';
import { lockUser, nameOf } from '../directory/users.ts';
import type { Enforcement } from '../enforcement.ts';
import { hashOfTypedCode, newTypedCode } from '../factors/protocol/typed-code.ts';
import { findTotpFactor } from '../factors/sql/totp-factors.ts';
import { passkeysOf } from '../passkeys/passkeys.ts';
import { guessAt } from '../sessions/attempts.ts';
import { forgiveAttempts } from '../sessions/sql/attempts.ts';
import { savePass } from './sql/access-passes.ts';

/** A new pass. Its code is shown once. */
export interface NewAccessPass {
  user: User;
  code: string;
  expiresAt: Date;
}

/** Returns the name of the count of wrong passes for a typed name. */
export const passAttempts = (name: string): string => guessAt(`access-pass ${name}`);

/**
 * Gives a user a pass to set up an authenticator app or a passkey with, in place of the pass before. The caller must hold the rights of the
 * user, as for a password: the pass is a way in (decisions 6.13).
 * @param how.seen the pass before, as it was when the request came
 * @throws {Failure} USER_NOT_FOUND, SCOPE_NOT_GRANTABLE, BOUND_NOT_GRANTABLE, USER_STATE_CONFLICT
 */
export async function createAccessPass(
  tx: Tx,
  userId: string,
  { expiresInSeconds, seen }: { expiresInSeconds: number; seen: Seen | undefined },
  grantor: Grantor,
  { ofUser }: Pick<Enforcement, 'ofUser'>,
): Promise<NewAccessPass> {
  const { orgId, now } = tenancyOf(tx);
  const user = await lockUser(tx, userId);
  await requireUnreplaced(tx, seen, 'USER_STATE_CONFLICT');
  await requireMayEmpower(tx, user, grantor);
  await requireUse(tx, user, ofUser);
  const code = newTypedCode();
  const codeHash = hashOfTypedCode(code);
  if (!codeHash) throw new Error('a new code has not the form of codes');
  const expiresAt = new Date(now.getTime() + expiresInSeconds * 1000);
  await savePass(tx, orgId, { id: randomUUID(), userId, codeHash, expiresAt });
  const { username, email } = user;
  const names = [username, ...(email === null ? [] : [email])].map((name) => passAttempts(name.trim()));
  await forgiveAttempts(tx, orgId, { names });
  const data = { ...nameOf(user), expiresAt: expiresAt.toISOString(), createdBy: grantor.actor };
  await emit(tx, [{ type: 'user.access_pass_created', data }]);
  return { user, code, expiresAt };
}

/** Tells whether users can set up a factor that a pass is for. */
export async function passesWork(tx: Tx): Promise<boolean> {
  const { totp, webauthn } = await authConfig(tx);
  return totp.enabled || webauthn.enabled;
}

/** Requires that the user can use a pass. The page could not say why it takes no pass. @throws {Failure} USER_STATE_CONFLICT */
async function requireUse(tx: Tx, user: User, ofUser: Enforcement['ofUser']): Promise<void> {
  const { orgId, now } = tenancyOf(tx);
  const status = user.statusAt(now);
  const refuse = (accessPass: string): Failure => new Failure('USER_STATE_CONFLICT', { status, accessPass });
  // An invited user can use it once the invitation is accepted.
  if (status !== 'ACTIVE' && status !== 'INVITED') throw refuse('is for users who are ACTIVE or INVITED');
  if (!(await passesWork(tx)))
    throw refuse(
      'is to set up an authenticator app or a passkey; turn on totp.enabled or webauthn.enabled of the authentication settings first',
    );
  if (await findTotpFactor(tx, orgId, user.id))
    throw refuse('is for users without an authenticator app; remove the factors of the user first');
  if (!(await authConfig(tx)).totp.enabled && (await passkeysOf(tx, user.id)).length > 0)
    throw refuse(
      'is for users without a passkey while totp.enabled is false; remove the passkeys of the user first',
    );
  const enforced = await ofUser(tx, user.id);
  if (enforced)
    throw refuse(
      `does not work for users of the connection "${enforced.connections[0].name}", which is enforced`,
    );
}
