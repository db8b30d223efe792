import { tenancyOf } from '../../platform/entities/owned.ts';
import type { Tx } from '../../platform/tx.ts';
import type { SignIn } from '../entities/sign-in.ts';
import { readOwnPassword } from '../../users/passwords/sql/own-password.ts';
import type { Login } from '../../users/sessions/login-sessions.ts';
import { type StandingOfProof, standingOfProof } from '../sql/standing-of-proof.ts';

const time = (at: string | null): number | null => (at === null ? null : new Date(at).getTime());

/** Which password was proved: as long as it is the person's, the proof is worth something. */
export function notePassword(signIn: SignIn, changedAt: string | null): void {
  signIn.state = { ...signIn.state, passwordChangedAt: time(changedAt) };
}

/** Does the same as {@link notePassword}, for users who have just set their own password. */
export async function noteNewPassword(tx: Tx, signIn: SignIn): Promise<void> {
  const own = await readOwnPassword(tx, tenancyOf(tx).orgId, signIn.userId ?? '');
  notePassword(signIn, own?.passwordChangedAt ?? null);
}

/** Notes when the first factor was proved, by the clock of Postgres. */
export function noteTime(signIn: SignIn, now: Date): void {
  signIn.state = { ...signIn.state, provedAt: signIn.state['provedAt'] ?? now.getTime() };
}

const silent = 'timeUnknown';

/**
 * Notes that an identity provider did not say when the user proved their identity. It may have answered by its own session, so the
 * proof is not recent.
 */
export function noteUnknownTime(signIn: SignIn): void {
  signIn.state = { ...signIn.state, [silent]: true };
}

/** Whether the user proved their identity at the time of the sign-in. */
export const isTimeKnown = ({ state }: SignIn): boolean => state[silent] !== true;

/** Returns the state of a sign-in for the proof of a login. The proof counts as long as that login lives. */
export const proofOfLogin = (login: Pick<Login, 'id' | 'isTimeKnown'>): Record<string, unknown> => ({
  loginId: login.id,
  ...(login.isTimeKnown ? {} : { [silent]: true }),
});

/** Whether what was proved was proved in this sign-in, and not in the login that it adds to. */
export const isProvedHere = ({ state }: SignIn): boolean => state['loginId'] === undefined;

/** Returns the login whose proof is the only one of a sign-in; undefined if more was proved, or nothing of a login. */
export function onlyLoginOf({ state: { loginId, provedAt } }: SignIn): string | undefined {
  return typeof loginId === 'string' && provedAt === undefined ? loginId : undefined;
}

const pass = 'accessPass';

/** Notes which access pass began a sign-in. */
export function notePass(signIn: SignIn, id: string): void {
  signIn.state = { ...signIn.state, [pass]: id };
}

/** Whether an access pass began a sign-in. Such a sign-in is for enrolment only. */
export const isProvedByPass = ({ state }: SignIn): boolean => typeof state[pass] === 'string';

const link = 'dashboardLink';

/** Notes which link to the dashboard began a sign-in. */
export function noteDashboardLink(signIn: SignIn, id: string): void {
  signIn.state = { ...signIn.state, [link]: id };
}

/** Whether a link to the dashboard began a sign-in. */
export const isProvedByLink = ({ state }: SignIn): boolean => typeof state[link] === 'string';

const enrolled = 'enrolled';

/** Notes that the user has set up a factor in this sign-in. A pass then opens nothing more. */
export function noteEnrolled(signIn: SignIn): void {
  signIn.state = { ...signIn.state, [enrolled]: true };
}

/** Notes that the user of a link has chosen a password. The sign-in rests on this password then, as every one by password does. */
export function noteFirstPassword(signIn: SignIn): void {
  noteEnrolled(signIn);
  // `otp` stood for the link. Beside `pwd` it would read as two factors (RFC 8176).
  signIn.amr = signIn.multiFactor ? [...new Set([...signIn.amr, 'pwd'])] : ['pwd'];
}

export const hasEnrolled = ({ state }: SignIn): boolean => state[enrolled] === true;

/**
 * Tells whether the proofs of a sign-in are still valid. A password that has been changed since may belong to an
 * attacker. If the password was changed or taken away, all proofs from before are invalid. The owner of the address may
 * have reclaimed the account (src/users/directory/reclaiming.ts). The proofs of a login end with the login, and the
 * proof of an access pass or of a link to the dashboard with that: a new one takes its place.
 * @param known what was read under the lock of the user, if the user may sign in. It says nothing of a login, a pass or a link
 */
export async function isStillProved(
  tx: Tx,
  { userId, amr, state }: SignIn,
  known?: StandingOfProof,
): Promise<boolean> {
  if (userId === null) return false;
  const { loginId, passwordChangedAt, provedAt } = state;
  const passId = state[pass];
  const linkId = state[link];
  const asked = {
    userId,
    loginId: typeof loginId === 'string' ? loginId : null,
    passId: typeof passId === 'string' ? passId : null,
    linkId: typeof linkId === 'string' ? linkId : null,
  };
  const isOfPassword = asked.loginId === null && asked.passId === null && asked.linkId === null;
  const standing = known && isOfPassword ? known : await standingOfProof(tx, tenancyOf(tx).orgId, asked);
  if (!standing?.loginLives || !standing.passLives || !standing.linkLives) return false;
  if (asked.loginId !== null) return true;
  const changedAt = time(standing.passwordChangedAt);
  if (amr.includes('pwd')) return changedAt === passwordChangedAt;
  return changedAt === null || typeof provedAt !== 'number' || changedAt <= provedAt;
}

/** The names of the state that a sign-in has because of its proof. */
export const ofProof: readonly string[] = [
  'loginId',
  'passwordChangedAt',
  'provedAt',
  silent,
  'upstream',
  'backTo',
  'ownFactors',
  'pendingLink',
  'invitation',
  'accessPass',
  'dashboardLink',
  'enrolled',
  'access',
  'breached',
  // So a user who has cancelled the choice of a certificate can choose again.
  'device',
];

/** Returns what is left of the state of a sign-in when nothing that was proved counts. */
export const withoutProof = (state: SignIn['state']): SignIn['state'] =>
  Object.fromEntries(Object.entries(state).filter(([name]) => !ofProof.includes(name)));
