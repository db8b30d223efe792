import type { EntityManager } from '@mikro-orm/postgresql';
import type { Origin } from '../../audit/audit.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import type { SignIn } from '../entities/sign-in.ts';
import { lockPersonToSignIn } from '../../users/sessions/sql/start-login.ts';
import { replaceHash } from '../../users/passwords/sql/own-password.ts';
import { type PersonNamed, personByName } from '../../users/directory/sql/names.ts';
import type { BreachedPasswords } from '../../users/passwords/breached-passwords.ts';
import { normalizedPassword } from '../../lib/password-policy.ts';
import { isPassword, rehashed } from '../../users/passwords/passwords.ts';
import { type Counted, forgive, recordFailure, takeAttempt } from '../../users/sessions/attempts.ts';
import type { Factor } from './factors.ts';
import { notePassword } from './proofs.ts';
import { signInSettings } from '../../users/passwords/settings.ts';

/** Always offered, or users without a password could be told from those with one. */
export const password: Factor = { name: 'password', kind: 'first', offered: async () => true };

/** An attempt that is counted and not judged yet. */
export interface PasswordTry {
  orgId: string;
  person: PersonNamed | undefined;
  counted: Counted;
  isLast: boolean;
}

/** What a password has come to. */
export interface JudgedPassword {
  isRight: boolean;
  /** The password hashed at today's cost, where it was hashed at another. */
  rehashed: string | undefined;
  /** Whether the right password is in the list of breached ones; undefined if that cannot be said. */
  breached: boolean | undefined;
}

/** @returns undefined when this name is locked for this browser */
export async function beginPassword(em: EntityManager, signIn: SignIn): Promise<PasswordTry | undefined> {
  const name = signIn.identifier ?? '';
  const { orgId } = tenancyOf(em);
  const person = await personByName(em, orgId, name);
  const { limits } = await signInSettings(em);
  const { browserId } = signIn;
  const taken = await takeAttempt(em, { name, userId: person?.id ?? null, browserId }, limits);
  return taken && { orgId, person, ...taken };
}

/** Judges a password outside any transaction. This takes as long for a name without a user as for one with a user. */
export async function judgePassword(
  { orgId, person }: PasswordTry,
  typed: string,
  list: BreachedPasswords,
): Promise<JudgedPassword> {
  const hash = person?.passwordHash ?? null;
  const isRight = await isPassword(hash, typed, orgId);
  return {
    isRight,
    rehashed: isRight && hash !== null ? await rehashed(hash, typed, orgId) : undefined,
    // A list that cannot be read says nothing. The password is right all the same.
    breached:
      isRight && list.known ? await list.has(normalizedPassword(typed)).catch(() => undefined) : undefined,
  };
}

/** @returns whether the person has proved themselves; if not, it is on record */
export async function endPassword(
  em: EntityManager,
  signIn: SignIn,
  { person: before, counted, isLast }: PasswordTry,
  { isRight, rehashed: hash, breached }: JudgedPassword,
  origin: Origin,
): Promise<boolean> {
  const { orgId } = tenancyOf(em);
  const person = await personByName(em, orgId, signIn.identifier ?? '');
  const same = person?.id === before?.id && person?.passwordHash === before?.passwordHash;
  if (isRight && same && person?.status === 'ACTIVE') {
    // Locks the user first, as a transaction does that sets another password and deletes the failures, too.
    await lockPersonToSignIn(em, orgId, person.id);
    signIn.userId = person.id;
    notePassword(signIn, person.passwordChangedAt);
    if (breached) signIn.state = { ...signIn.state, breached };
    await forgive(em, counted);
    if (hash !== undefined && person.passwordHash !== null)
      await replaceHash(em, orgId, person.id, { from: person.passwordHash, to: hash });
    return true;
  }
  const reason = !person ? 'UNKNOWN_USER' : isRight && same ? 'NOT_ACTIVE' : 'WRONG_PASSWORD';
  const { limits } = await signInSettings(em);
  const attempted = {
    userId: person?.id ?? null,
    userName: person?.name ?? null,
    clientId: signIn.clientId,
    serviceProviderId: signIn.serviceProviderId,
    origin,
  };
  await recordFailure(em, attempted, { reason, locks: isLast, limits });
  return false;
}
