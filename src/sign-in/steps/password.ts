import type { Origin } from '../../audit/audit.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import type { Tx } from '../../platform/tx.ts';
import type { SignIn } from '../entities/sign-in.ts';
import { lockPersonToSignIn } from '../../users/sessions/sql/start-login.ts';
import { replaceHash } from '../../users/passwords/sql/own-password.ts';
import { type PersonNamed, personByName } from '../../users/directory/sql/names.ts';
import type { BreachedPasswords } from '../../users/passwords/breached-passwords.ts';
import { normalizedPassword } from '../../lib/password-policy.ts';
import { isPassword, rehashed } from '../../users/passwords/passwords.ts';
import { type Counted, forgiveLast, recordFailure, takeAttempt } from '../../users/sessions/attempts.ts';
import type { Factor } from './factors.ts';
import { notePassword } from './proofs.ts';
import { signInSettings } from '../../users/passwords/settings.ts';
import { withDefaults } from '../../lib/auth-config.ts';
import { noteAuthConfig } from '../../users/auth-config.ts';
import type { Enforcement } from '../../users/enforcement.ts';
import { isCsrfOf } from '../../users/sessions/browser-token.ts';
import { type HostedCall, namedBy, tokenOf } from '../hosted.ts';
import { askedBy } from '../open-sign-in.ts';
import { countPassword } from '../sql/count-password-attempt.ts';
import { type HeldUser, readPasswordFacts } from '../sql/password-facts.ts';

/** Always offered, or users without a password could be told from those with one. */
export const password: Factor = { name: 'password', kind: 'first', offered: async () => true };

/** An attempt that is counted and not judged yet. */
export interface PasswordTry {
  orgId: string;
  person: PersonNamed | undefined;
  counted: Counted;
  isLast: boolean;
}

/** The judgement of a password. */
export interface JudgedPassword {
  isRight: boolean;
  /** The password hashed at today's cost, where it was hashed at another. */
  rehashed: string | undefined;
  /** Whether the right password is in the list of breached ones; undefined if that cannot be said. */
  breached: boolean | undefined;
}

/** @returns undefined when this name is locked for this browser */
export async function beginPassword(tx: Tx, signIn: SignIn): Promise<PasswordTry | undefined> {
  const name = signIn.identifier ?? '';
  const { orgId } = tenancyOf(tx);
  const person = await personByName(tx, orgId, name);
  const { limits } = await signInSettings(tx);
  const { browserId } = signIn;
  const taken = await takeAttempt(tx, { name, userId: person?.id ?? null, browserId }, limits);
  return taken && { orgId, person, ...taken };
}

/**
 * As {@link beginPassword}, by one statement, for the form of a sign-in that waits for a password.
 * @returns undefined if the ordinary way must answer; then nothing is counted
 */
export async function beginAtOnce(
  call: HostedCall,
  { id, csrf }: { id: string; csrf: string },
): Promise<PasswordTry | undefined> {
  const tenant = namedBy(call);
  const { orgId } = tenant;
  const token = tokenOf(call);
  if (token === undefined || !isCsrfOf(token, id, csrf)) return undefined;
  const usual = withDefaults.passwordPolicy({}, '');
  return call.atOnce(
    tenant,
    (tx) => countPassword(tx, askedBy(orgId, { token, id }), usual),
    async (_em, { typed, browser, failures, lockoutThreshold, person }) =>
      typed === null
        ? undefined
        : { orgId, person, counted: { name: typed, browser }, isLast: failures >= lockoutThreshold },
  );
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

/** The user of a name now. `held` is given if the transaction has locked this user. */
export interface ReadUser {
  person: PersonNamed | undefined;
  held: HeldUser | undefined;
}

/** Reads what decides about the user of a right password. The transaction has locked the user. */
export async function readHeld(
  tx: Tx,
  { identifier, browserId }: SignIn,
  userId: string,
  { column }: Pick<Enforcement, 'column'>,
): Promise<ReadUser> {
  const asked = { orgId: tenancyOf(tx).orgId, name: identifier ?? '', userId, browserId };
  const { person, authConfig, facts } = await readPasswordFacts(tx, asked, column);
  noteAuthConfig(tx, authConfig);
  if (person?.id !== userId || person.status !== 'ACTIVE') return { person, held: undefined };
  const { id, name, passwordChangedAt } = person;
  return { person, held: { ...facts, passwordChangedAt, person: { id, name } as HeldUser['person'] } };
}

/**
 * @param read what {@link readHeld} has read
 * @returns whether the person has proved themselves; if not, it is on record
 */
export async function endPassword(
  tx: Tx,
  signIn: SignIn,
  { person: before, counted, isLast }: PasswordTry,
  { isRight, rehashed: hash, breached }: JudgedPassword,
  { origin, read }: { origin: Origin; read: ReadUser | undefined },
): Promise<boolean> {
  const { orgId } = tenancyOf(tx);
  const person = read ? read.person : await personByName(tx, orgId, signIn.identifier ?? '');
  const same = person?.id === before?.id && person?.passwordHash === before?.passwordHash;
  if (isRight && same && person?.status === 'ACTIVE') {
    // Locks the user first, as a transaction does that sets another password and deletes the failures, too.
    if (!read?.held) await lockPersonToSignIn(tx, orgId, person.id);
    signIn.userId = person.id;
    notePassword(signIn, person.passwordChangedAt);
    if (breached) signIn.state = { ...signIn.state, breached };
    forgiveLast(tx, counted);
    if (hash !== undefined && person.passwordHash !== null)
      await replaceHash(tx, orgId, person.id, { from: person.passwordHash, to: hash });
    return true;
  }
  const reason = !person ? 'UNKNOWN_USER' : isRight && same ? 'NOT_ACTIVE' : 'WRONG_PASSWORD';
  const { limits } = await signInSettings(tx);
  const attempted = {
    userId: person?.id ?? null,
    userName: person?.name ?? null,
    clientId: signIn.clientId,
    serviceProviderId: signIn.serviceProviderId,
    origin,
  };
  await recordFailure(tx, attempted, { reason, locks: isLast, limits });
  return false;
}
