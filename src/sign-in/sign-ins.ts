import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { type Origin, recordAudit } from '../audit/audit.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import { SignIn } from './entities/sign-in.ts';
import { emit } from '../platform/events.ts';
import { isCsrfOf } from '../users/sessions/browser-token.ts';
import { newId } from '../lib/id.ts';
import { isOwnPath } from './own-path.ts';
import { lockPersonToSignIn } from '../users/sessions/sql/lock-person-to-sign-in.ts';
import { type Browser, findBrowser, renewBrowser } from '../users/sessions/browsers.ts';
import { findLogin, shown, startLogin, userActor } from '../users/sessions/login-sessions.ts';
import { isStillProved, proofOfLogin } from './steps/proofs.ts';
import { dueStep, type SignInSite, type Step } from './steps/steps.ts';
import type { Endings } from '../users/endings.ts';

/** Why somebody is to sign in, and where they go on when they have. */
export interface SignInRequest {
  /** A path of ours, with its query; never one that somebody sent. */
  returnTo: string;
  clientId?: string;
  /** What the field for the name has at first. */
  loginHint?: string;
  /** How old a login may be to which only more proof is added. */
  maxAuthAgeSeconds?: number;
  /** They must prove everything again. */
  prompt?: 'login';
  /** Two factors at least. */
  acr?: 'mfa';
  /** In which language. */
  locale?: string;
}

/** Of an attempt, in minutes (decisions 6.7). */
const minutesOfSignIn = 30;

/**
 * Begins an attempt to sign in; its pages begin at `/login/{orgId}?sign_in={id}`. Where more proof is asked of somebody who
 * is signed in already, what they have proved counts.
 */
export async function startSignIn(
  em: EntityManager,
  browser: Pick<Browser, 'id' | 'token'>,
  { returnTo, clientId, loginHint, maxAuthAgeSeconds, prompt, acr, locale }: SignInRequest,
): Promise<{ id: string }> {
  if (!isOwnPath(returnTo)) throw new Error('a sign-in can only return to a path of ours');
  const { now } = tenancyOf(em);
  const id = newId('sgn');
  const login = acr === 'mfa' && prompt !== 'login' ? await findLogin(em, browser.token) : undefined;
  const oldest = now.getTime() - (maxAuthAgeSeconds ?? Number.POSITIVE_INFINITY) * 1000;
  const proved =
    login && !login.amr.includes('mfa') && login.authTime.getTime() >= oldest ? login : undefined;
  em.create(SignIn, {
    id,
    browserId: browser.id,
    returnTo,
    clientId: clientId ?? null,
    locale: locale ?? null,
    multiFactor: acr === 'mfa',
    state: {
      ...(loginHint === undefined ? {} : { hint: loginHint.slice(0, 256) }),
      ...(proved ? proofOfLogin(proved.id) : {}),
    },
    expiresAt: new Date(now.getTime() + minutesOfSignIn * 60_000),
    ...(proved ? { userId: proved.userId, amr: proved.amr, authTime: proved.authTime } : {}),
  });
  await em.flush();
  return { id };
}

/** Where a sign-in returns, of whatever browser; undefined when there is none. */
export async function returnOf(em: EntityManager, id: string): Promise<string | undefined> {
  return (await em.findOne(SignIn, { id }))?.returnTo;
}

/**
 * Whether a sign-in that has just begun has a step that the person can do. One for a second factor that they have not is
 * given up, so that whoever asked for it can be told.
 */
export async function canProceed(em: EntityManager, id: string, site: SignInSite): Promise<boolean> {
  const signIn = await em.findOneOrFail(SignIn, { id });
  const step = await dueStep(em, signIn, site);
  if (step.kind !== 'second' || step.offered.length > 0) return true;
  await em.remove(signIn).flush();
  return false;
}

/** What a page or a form of a sign-in finds. */
export type Opened =
  | { state: 'open'; signIn: SignIn; browser: Browser }
  /** It is open, but the form was made before the browser had the token it has now, or by somebody else. */
  | { state: 'forged'; signIn: SignIn; browser: Browser }
  | { state: 'completed'; returnTo: string }
  /** There is none of this browser, or none any more. */
  | { state: 'none' };

/**
 * Opens the sign-in with this id if the browser has it.
 * @param csrf what the field of the form holds, for whatever changes something: then the row is locked
 */
export async function openSignIn(
  em: EntityManager,
  { token, id, form }: { token: string | undefined; id: string; form?: { csrf: string | undefined } },
): Promise<Opened> {
  const { now } = tenancyOf(em);
  const browser = await findBrowser(em, token);
  if (!browser) return { state: 'none' };
  const signIn = await em.findOne(
    SignIn,
    { id, browserId: browser.id },
    form ? { lockMode: LockMode.PESSIMISTIC_WRITE } : {},
  );
  if (!signIn) return { state: 'none' };
  if (signIn.completedAt !== null) return { state: 'completed', returnTo: signIn.returnTo };
  if (signIn.expiresAt <= now) return { state: 'none' };
  if (signIn.isProved() && !(await isStillProved(em, signIn))) restartSignIn(signIn);
  const state = form && !isCsrfOf(browser.token, id, form.csrf) ? 'forged' : 'open';
  return { state, signIn, browser };
}

/** Begins at the name again: somebody else sits there, or what they proved is worth nothing any more. */
export function restartSignIn(signIn: SignIn): void {
  const { loginId: _, passwordChangedAt: __, ...state } = signIn.state;
  Object.assign(signIn, { identifier: null, userId: null, amr: [], authTime: null, state });
}

/** Whose name was typed is looked up when they prove it, so the answer is the same whether there is somebody. */
export function identify(signIn: SignIn, name: string): void {
  restartSignIn(signIn);
  signIn.identifier = name;
}

/** What comes after a factor or a task. */
export type Advance =
  | { kind: 'next'; step: Step }
  | { kind: 'done'; returnTo: string; browser: Browser }
  /** Whoever has proved who they are may not sign in (any more). */
  | { kind: 'refused' }
  /** Somebody has signed in by this browser meanwhile, and it has another token than the one that the form came with. */
  | { kind: 'outrun' };

/** @param proof the RFC 8176 names of what was proved now; none when something else was done */
export async function advance(
  em: EntityManager,
  { signIn, browser }: { signIn: SignIn; browser: Browser },
  proof: readonly string[],
  site: SignInSite & { origin: Origin; wired: { endings: Endings } },
): Promise<Advance> {
  const { now } = tenancyOf(em);
  if (proof.length > 0) {
    const second = signIn.isProved();
    signIn.authTime ??= now;
    signIn.amr = [...new Set([...signIn.amr, ...proof, ...(second ? ['mfa'] : [])])];
  }
  const step = await dueStep(em, signIn, site);
  if (step.kind !== 'done') return { kind: 'next', step };
  return complete(em, signIn, browser, site.origin, site.wired.endings);
}

/** The sign-in is locked, so of many that complete it at once one does, and the others find it completed. */
async function complete(
  em: EntityManager,
  signIn: SignIn,
  browser: Browser,
  origin: Origin,
  endings: Endings,
): Promise<Advance> {
  const { orgId, now } = tenancyOf(em);
  const { userId, amr, authTime, clientId } = signIn;
  const person = userId === null ? undefined : await lockPersonToSignIn(em, orgId, userId);
  // Asked again under the lock: nobody changes the password between this and the login.
  if (userId === null || !person || authTime === null || !(await isStillProved(em, signIn))) {
    restartSignIn(signIn);
    return { kind: 'refused' };
  }
  // Before the login, so that of sign-ins that one browser completes at once one does, whatever tenants they are of.
  const renewed = await renewBrowser(em, browser);
  if (!renewed) return { kind: 'outrun' };
  signIn.completedAt = now;
  const { name } = person;
  const login = await startLogin(em, browser.id, { userId, name, amr, authTime, origin }, endings);
  const actor = userActor(userId, name);
  await recordAudit(em, [
    { action: 'user.login', actor, targetId: userId, targetName: name, result: 'SUCCESS', ...origin },
  ]);
  const { ipAddress = null, userAgent } = origin;
  const data = { userId, userName: name, sessionId: login.id, amr, clientId, ipAddress };
  await emit(em, [{ type: 'user.login', data: { ...data, userAgent: shown(userAgent) } }]);
  return { kind: 'done', returnTo: signIn.returnTo, browser: renewed };
}
