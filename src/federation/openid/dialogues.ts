import { timingSafeEqual } from 'node:crypto';
import { anonymousActor, type Origin, recordAudit } from '../../audit/audit.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import type { Locked } from '../../platform/locked.ts';
import type { Tx } from '../../platform/tx.ts';
import { accountOf } from '../../sign-in/account-frame.ts';
import { SignIn } from '../../sign-in/entities/sign-in.ts';
import type { HostedCall } from '../../sign-in/hosted.ts';
import { csrfOf } from '../../users/sessions/browser-token.ts';
import { isId } from '../../lib/id.ts';
import { isObject, ownValue } from '../../lib/object.ts';
import { certainTime } from '../../lib/proof-time.ts';
import type { Browser } from '../../users/sessions/browsers.ts';
import type { Login } from '../../users/sessions/login-sessions.ts';
import { proofOfLogin } from '../../sign-in/steps/proofs.ts';
import { dueStep, type SignInSite } from '../../sign-in/steps/steps.ts';
import { type Opened, openSignIn, restartSignIn } from '../../sign-in/open-sign-in.ts';
import { startSignIn } from '../../sign-in/sign-ins.ts';
import { demandFresh } from '../../sign-in/upstream.ts';
import type { Asked } from './dialogue.ts';

/** The provider that the browser of a sign-in is at, and the login that connects an account. */
interface Away {
  providerId: string;
  /** The login of a user who connects an account; the login must still exist when the user comes back. */
  loginId: string | null;
}

/** The values that a sign-in remembers while its browser is away at a provider. */
type Dialogue = Asked & Away;

/** The request to a SAML identity provider. `state` is the RelayState. */
export interface SamlAsked {
  state: string;
  /** The ID of the AuthnRequest. The response must name it. */
  requestId: string;
}

/** The same while the browser is away at a SAML identity provider. */
type SamlDialogue = SamlAsked & Away;

const key = 'social';

/** Remembers one dialogue at a time: a user who goes to another provider does not come back from the first. */
export function rememberDialogue(signIn: SignIn, dialogue: Dialogue | SamlDialogue): void {
  signIn.state = { ...signIn.state, [key]: dialogue };
}

/** Remembers a dialogue in a sign-in that has just begun. */
export async function rememberIn(tx: Tx, id: string, dialogue: SamlDialogue): Promise<void> {
  rememberDialogue(await tx.findOneOrFail(SignIn, { id }), dialogue);
}

/** A dialogue that was taken: the browser is back, and comes back from it no more. */
export interface Taken<Kind extends Away = Away> {
  kind: 'found';
  signInId: string;
  dialogue: Kind;
}

type Returned<Kind extends Away> =
  | Taken<Kind>
  | Extract<Opened, { state: 'completed' }>
  /** No user went to the provider with this state from this browser, or the user is back already. */
  | { kind: 'none'; signInId: string | undefined };

/** The browser that is back, with the state that it brings and the provider that it comes from. */
interface Back {
  token: string | undefined;
  state: string;
  providerId: string;
}

/**
 * Finds what a state that came back belongs to, and forgets it: of many at once one finds it. It is good for the browser
 * that was sent there and for the provider it was sent to (RFC 9700 section 4.4).
 */
export const takeDialogue = (tx: Tx, back: Back): Promise<Returned<Dialogue>> => take(tx, back, isDialogue);

/** The same for a SAML identity provider. */
export const takeSamlDialogue = (tx: Tx, back: Back): Promise<Returned<SamlDialogue>> =>
  take(tx, back, isSamlDialogue);

async function take<Kind extends Dialogue | SamlDialogue>(
  tx: Tx,
  { token, state, providerId }: Back,
  isOurs: (value: unknown) => value is Kind,
): Promise<Returned<Kind>> {
  const id = state.split('.')[0] ?? '';
  if (!isId('sgn', id) || token === undefined) return { kind: 'none', signInId: undefined };
  const opened = await reopen(tx, token, id);
  if (opened.state === 'completed') return opened;
  if (opened.state === 'none') return { kind: 'none', signInId: undefined };
  const { [key]: found, ...rest } = opened.signIn.state;
  if (!isOurs(found) || found.providerId !== providerId || !isSame(found.state, state))
    return { kind: 'none', signInId: id };
  opened.signIn.state = rest;
  return { kind: 'found', signInId: id, dialogue: found };
}

/** Opens it locked; that the browser may is shown by the state, which stands for a form of ours. */
export const reopen = (tx: Tx, token: string, id: string): Promise<Opened<Locked<SignIn>>> =>
  openSignIn(tx, { token, id, form: { csrf: csrfOf(token, id) } });

/** The maximum age in seconds of the login of a user who connects an account. */
const recentSeconds = 600;

/**
 * Begins to connect an account: a sign-in that only remembers. Users who signed in too long ago, or without a factor
 * that they have, must prove it first. A session that was left open is not enough to plant a key to the account.
 */
export async function startConnecting(
  tx: Tx,
  { browser, login }: { browser: Browser; login: Login },
  site: SignInSite & { returnTo: string },
): Promise<{ id: string; isFresh: boolean }> {
  const oldest = tenancyOf(tx).now.getTime() - recentSeconds * 1000;
  const { id } = await startSignIn(tx, browser, { returnTo: site.returnTo });
  const signIn = await tx.findOneOrFail(SignIn, { id });
  const { userId, amr, authTime } = login;
  const recent = certainTime(login).getTime() >= oldest;
  if (recent) {
    Object.assign(signIn, { userId, amr, authTime, state: proofOfLogin(login) });
    const step = await dueStep(tx, signIn, site);
    if (step.kind === 'done') return { id, isFresh: true };
  }
  // From here on it is a sign-in like any other, which asks for everything, or for the factor that is missing.
  if (!recent) {
    restartSignIn(signIn);
    demandFresh(signIn, tenancyOf(tx).now);
  }
  await tx.flush();
  return { id, isFresh: false };
}

/** @returns whether the one that was begun is still there, and remembers where the browser is now */
export async function continueConnecting(
  tx: Tx,
  { browser, login }: { browser: Browser; login: Login },
  id: string,
  dialogue: Omit<Dialogue, 'loginId'> | Omit<SamlDialogue, 'loginId'>,
): Promise<boolean> {
  const signIn = await tx.findOne(SignIn, { id, browserId: browser.id, userId: login.userId });
  if (signIn) rememberDialogue(signIn, { ...dialogue, loginId: login.id });
  return signIn !== null;
}

/**
 * Finds the login of a user who is back to connect an account. Minutes have passed, so conditional access judges the user as on each
 * request to the account page.
 * @returns undefined if the browser has another login by now, or none, or one that must prove more
 * @throws {Failure} ACCESS_BLOCKED
 */
export async function loginThatConnects(
  tx: Tx,
  call: HostedCall,
  signIn: SignIn,
  { dialogue }: Taken,
): Promise<Login | undefined> {
  const login = (await accountOf(tx, call))?.login;
  return login?.id === dialogue.loginId && login.userId === signIn.userId ? login : undefined;
}

/** Records that a user came back with an account that cannot sign in, or with an invalid response. */
export async function recordSocialFailure(
  tx: Tx,
  { code, reason, origin }: { code?: string; reason: string; origin: Origin },
): Promise<void> {
  const row = { action: 'user.login_failed', actor: anonymousActor, result: 'FAILURE' as const, reason };
  await recordAudit(tx, [{ ...row, ...(code === undefined ? {} : { code }), ...origin }]);
}

const hasTexts = (value: unknown, names: readonly string[]): boolean =>
  isObject(value) && names.every((name) => typeof ownValue(value, name) === 'string');

const isDialogue = (value: unknown): value is Dialogue =>
  hasTexts(value, ['providerId', 'state', 'nonce', 'verifier']);

const isSamlDialogue = (value: unknown): value is SamlDialogue =>
  hasTexts(value, ['providerId', 'state', 'requestId']);

function isSame(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}
