import { tenancyOf } from '../platform/entities/owned.ts';
import type { Locked } from '../platform/locked.ts';
import type { Tx } from '../platform/tx.ts';
import { SignIn } from './entities/sign-in.ts';
import { certainTime } from '../lib/proof-time.ts';
import { newId } from '../lib/id.ts';
import { askedBy, restartSignIn } from './open-sign-in.ts';
import { isOwnPath } from './own-path.ts';
import { recordSignIn } from './record-sign-in.ts';
import { lockPersonToSignIn, type PersonToSignIn } from '../users/sessions/sql/start-login.ts';
import { type Browser, renewBrowser } from '../users/sessions/browsers.ts';
import {
  type Beginning,
  findLogin,
  type Login,
  renewAndStartLogin,
  type StartedLogin,
  startLogin,
} from '../users/sessions/login-sessions.ts';
import {
  type AccessSite,
  demandState,
  frontOf,
  isAsked,
  isDemanded,
  judgeSignIn,
  needsSecond,
  noteDemand,
} from './access.ts';
import {
  type Demand,
  noteSignInFrom,
  recordVerdict,
  type UserVerdict,
} from '../conditional-access/resources/user-attempts.ts';
import { deviceOf, shownBefore } from './device-visits.ts';
import { isProvedHere, isStillProved, isTimeKnown, noteTime, ofProof, proofOfLogin } from './steps/proofs.ts';
import { dueStep, type SignInSite, type Step } from './steps/steps.ts';
import { backTo, freshState, noteUpstream, upstreamOf } from './upstream.ts';
import type { EnforcedConnection } from '../users/enforcement.ts';
import { type HostedCall, namedBy, type SignInWiring, tokenOf } from './hosted.ts';
import { isCsrfOf } from '../users/sessions/browser-token.ts';
import { type RouteOfName, writeName } from './sql/identify.ts';
import {
  connectionOf,
  demandOwnFactors,
  recordBarred,
  recordLocalLogin,
  type Verdict,
  verdictOn,
} from './enforced.ts';

/** The reason why a user is to sign in, and the place where the user goes on after that. */
export interface SignInRequest {
  /** A path of Keyward, with its query; never one that a request sent. */
  returnTo: string;
  /** The application that the user signs in to: an OpenID Connect client, or a SAML service provider. */
  clientId?: string;
  serviceProviderId?: string;
  /** An application of Keyward, if it is not the account page. */
  ownApplication?: 'keyward:admin';
  /** Whether the page that asks for the name tells of `make dashboard`. */
  offersLink?: boolean;
  /** The first value of the field for the name. */
  loginHint?: string;
  /** The domain of the user's company, as the application says. It only offers a way to sign in. */
  domainHint?: string;
  /** How old a login may be to which only more proof is added. */
  maxAuthAgeSeconds?: number;
  /** They must prove everything again. */
  prompt?: 'login';
  /** Two factors at least. */
  acr?: 'mfa';
  /** The proof that conditional access requires of the user besides. */
  demand?: Pick<Demand, 'missing' | 'mayEnrol'>;
  /** Whether the application runs on the device of the user and not in a browser, and whether no administrator made it. */
  isNative?: boolean;
  isAgent?: boolean;
  /** In which language. */
  locale?: string;
}

/** The minutes that an attempt lasts (decisions 6.7). */
const minutesOfSignIn = 30;

/**
 * Begins an attempt to sign in; its pages begin at `/login/{orgId}?sign_in={id}`. If the user is signed in already
 * and must prove more, what they have proved counts.
 */
export async function startSignIn(
  tx: Tx,
  browser: Pick<Browser, 'id' | 'token'>,
  request: SignInRequest,
): Promise<{ id: string }> {
  const { returnTo, clientId, serviceProviderId, loginHint, domainHint, prompt, acr, locale } = request;
  const { maxAuthAgeSeconds, demand, isNative, isAgent, ownApplication, offersLink } = request;
  if (!isOwnPath(returnTo)) throw new Error('a sign-in may only return to a path of the service');
  const { now } = tenancyOf(tx);
  const id = newId('sgn');
  const isStrong = acr === 'mfa' || (demand !== undefined && needsSecond(demand));
  const isMore = isStrong || demand?.missing.includes('DEVICE') === true;
  const login = isMore && prompt !== 'login' ? await findLogin(tx, browser.token) : undefined;
  const oldest = now.getTime() - (maxAuthAgeSeconds ?? Number.POSITIVE_INFINITY) * 1000;
  const isShort =
    !login?.amr.includes('mfa') ||
    demand?.missing.some((one) => one === 'PASSKEY' || one === 'DEVICE') === true;
  const proved = login && isShort && certainTime(login).getTime() >= oldest ? login : undefined;
  tx.create(SignIn, {
    id,
    browserId: browser.id,
    returnTo,
    clientId: clientId ?? null,
    serviceProviderId: serviceProviderId ?? null,
    locale: locale ?? null,
    multiFactor: isStrong,
    state: {
      ...(demand ? demandState(withoutShownDevice(demand, proved)) : {}),
      ...(isNative || isAgent ? { isNative, isAgent } : {}),
      ...(ownApplication ? { ownApplication } : {}),
      ...(offersLink ? { offersLink } : {}),
      ...(loginHint === undefined ? {} : { hint: loginHint.slice(0, 256) }),
      ...(domainHint === undefined ? {} : { domainHint: domainHint.slice(0, 253) }),
      ...(prompt === 'login' ? freshState(now, 0) : {}),
      ...(prompt === undefined && maxAuthAgeSeconds !== undefined ? freshState(now, maxAuthAgeSeconds) : {}),
      ...(proved ? { ...proofOfLogin(proved), ...shownBefore(proved) } : {}),
    },
    expiresAt: new Date(now.getTime() + minutesOfSignIn * 60_000),
    ...(proved ? { userId: proved.userId, amr: proved.amr, authTime: proved.authTime } : {}),
  });
  await tx.flush();
  return { id };
}

/** The browser may have shown its device for the login meanwhile. */
const withoutShownDevice = <Asked extends Pick<Demand, 'missing'>>(
  demand: Asked,
  login: Login | undefined,
): Asked =>
  login?.isDeviceAsked ? { ...demand, missing: demand.missing.filter((one) => one !== 'DEVICE') } : demand;

/** Returns where a sign-in of any browser returns; undefined when there is none. */
export async function returnOf(tx: Tx, id: string): Promise<string | undefined> {
  return (await tx.findOne(SignIn, { id }))?.returnTo;
}

/**
 * Tells whether a sign-in that has just begun has a step that the user can do. If the step is for a second factor
 * that the user does not have, the sign-in is given up. Its requester then gets an error.
 */
export async function canProceed(tx: Tx, id: string, site: SignInSite): Promise<boolean> {
  const signIn = await tx.findOneOrFail(SignIn, { id });
  const step = await dueStep(tx, signIn, site);
  if (step.kind === 'stale') proveAfresh(tx, signIn);
  if (step.kind !== 'second' || step.offered.length > 0) return true;
  await tx.remove(signIn).flush();
  return false;
}

/** Restarts the sign-in with the name that the user typed. */
function proveAgain(signIn: SignIn): void {
  const { identifier } = signIn;
  restartSignIn(signIn);
  signIn.identifier = identifier;
}

/** Has the user prove everything again, also at an identity provider that still knows the user. */
export function proveAfresh(tx: Tx, signIn: SignIn): void {
  const kept = { ...shownBefore(deviceOf(signIn)), ...backTo(upstreamOf(signIn)) };
  proveAgain(signIn);
  signIn.state = { ...signIn.state, ...kept, ...freshState(tenancyOf(tx).now, 0) };
}

/**
 * Keeps the typed name. The user is looked up when they prove their identity. So the response is the same whether or
 * not the user exists.
 */
export function identify(signIn: SignIn, name: string): void {
  restartSignIn(signIn);
  signIn.identifier = name;
}

/**
 * Does what {@link identify} does for the sign-in of a form, and finds the connection that the name leads to, by one statement.
 * @returns undefined if there is no such open sign-in, or the form was not made for it; then nothing has changed
 */
export async function identifyAtOnce(
  call: HostedCall,
  { id, csrf, name }: { id: string; csrf: string; name: string },
  route: RouteOfName,
): Promise<{ connectionId: string | null } | undefined> {
  const tenant = namedBy(call);
  const token = tokenOf(call);
  if (token === undefined || !isCsrfOf(token, id, csrf)) return undefined;
  return call.atOnce(
    tenant,
    (tx) => writeName(tx, askedBy(tenant.orgId, { token, id }), name, ofProof, route),
    async (_em, { isNamed, connectionId }) => (isNamed ? { connectionId } : undefined),
  );
}

/** The state of a sign-in after a factor or a task. */
export type Advance =
  | { kind: 'next'; step: Step }
  | { kind: 'done'; returnTo: string; browser: Browser }
  /** The user who has proved their identity may not sign in (any longer). */
  | { kind: 'refused' }
  /** The user signs in by this connection only. The sign-in has begun again. */
  | { kind: 'elsewhere'; connection: EnforcedConnection }
  /** The connection that proved the user is disabled by now. */
  | { kind: 'closed' }
  /** Conditional access refuses the user. */
  | { kind: 'blocked' }
  /** A user has signed in by this browser meanwhile, and the browser has another token than the form. */
  | { kind: 'outrun' };

/** The parts that the end of a sign-in needs. */
type AdvanceSite = SignInSite &
  AccessSite & {
    wired: Pick<SignInWiring, 'endings' | 'enforcement' | 'linkPending'>;
  };

/** @param proof the RFC 8176 names of what was proved now; none when something else was done */
export async function advance(
  tx: Tx,
  { signIn, browser }: { signIn: Locked<SignIn>; browser: Browser },
  proof: readonly string[],
  site: AdvanceSite,
): Promise<Advance> {
  const { now } = tenancyOf(tx);
  if (proof.length > 0) {
    const second = signIn.isProved();
    signIn.authTime ??= now;
    noteTime(signIn, now);
    signIn.amr = [...new Set([...signIn.amr, ...proof, ...(second ? ['mfa'] : [])])];
  }
  // Before further steps: a user who is barred sets up no factor and chooses no password on the way.
  const verdict = await verdictOn(tx, signIn, await connectionOf(tx, signIn), site);
  if (verdict.kind === 'elsewhere') return bar(tx, signIn, verdict, site);
  if (verdict.kind === 'owner') demandOwnFactors(signIn);
  const { ended, asked } = await demandMore(tx, signIn, site);
  if (ended) return ended;
  const step = await dueStep(tx, signIn, site);
  const isWaiting = step.kind === 'device' || (step.kind === 'second' && step.offered.length > 0);
  if (verdict.kind === 'owner' && !signIn.amr.includes('mfa') && !isWaiting)
    return bar(tx, signIn, verdict, site);
  if (isUnmet(step, signIn)) return refuseAccess(tx, signIn, site);
  if (asked) await recordVerdict(tx, site.access, { requestId: site.origin.requestId ?? null }, asked);
  if (step.kind === 'stale') proveAfresh(tx, signIn);
  if (step.kind !== 'done') return { kind: 'next', step };
  return complete(tx, signIn, browser, site);
}

/**
 * Has the sign-in ask for what conditional access requires.
 * @returns the outcome, if the steps do not go on; otherwise the verdict, if it is the first that asks for more
 */
async function demandMore(
  tx: Tx,
  signIn: Locked<SignIn>,
  site: AdvanceSite,
): Promise<{ ended?: Advance; asked?: UserVerdict | undefined }> {
  if (!signIn.isProved()) return {};
  const verdict = await judgeSignIn(tx, signIn, site);
  if (!verdict) return {};
  if (verdict.kind === 'blocked') return { ended: await refuseAccess(tx, signIn, site, verdict) };
  const asked = verdict.kind === 'asked' && !isAsked(signIn) ? verdict : undefined;
  noteDemand(signIn, verdict.kind === 'asked' ? verdict : undefined);
  if (!isDemanded(signIn, 'REAUTHENTICATION')) return { asked };
  if (asked) await recordVerdict(tx, site.access, { requestId: site.origin.requestId ?? null }, asked);
  proveAfresh(tx, signIn);
  return { ended: { kind: 'next', step: await dueStep(tx, signIn, site) } };
}

/** The user has no factor that conditional access would accept. */
const isUnmet = (step: Step, signIn: SignIn): boolean =>
  step.kind === 'second' &&
  step.offered.length === 0 &&
  (isDemanded(signIn, 'MFA') || isDemanded(signIn, 'PASSKEY'));

/** Ends a sign-in that conditional access refuses. Nothing of the proof is left. */
async function refuseAccess(
  tx: Tx,
  signIn: Locked<SignIn>,
  site: AdvanceSite,
  verdict?: UserVerdict,
): Promise<Advance> {
  const { access, origin } = site;
  const { judged } = verdict ?? (await judgeSignIn(tx, signIn, site)) ?? {};
  const { requestId = null } = origin;
  if (judged) await recordVerdict(tx, access, { requestId }, { kind: 'blocked', judged });
  await recordBarred(tx, signIn, 'ACCESS_BLOCKED', origin);
  restartSignIn(signIn);
  return { kind: 'blocked' };
}

/** Sends a user who is barred to the connection, with the name that the user typed. Nothing of the proof is left. */
async function bar(
  tx: Tx,
  signIn: Locked<SignIn>,
  { connection }: Exclude<Verdict, { kind: 'free' }>,
  { origin }: Pick<AdvanceSite, 'origin'>,
): Promise<Advance> {
  await recordBarred(tx, signIn, 'CONNECTION_ENFORCED', origin);
  proveAgain(signIn);
  return { kind: 'elsewhere', connection };
}

/**
 * Completes a sign-in. If many requests come at once, one completes it. The lock lets the others find it completed.
 */
async function complete(
  tx: Tx,
  signIn: Locked<SignIn>,
  browser: Browser,
  site: AdvanceSite,
): Promise<Advance> {
  const { orgId, now } = tenancyOf(tx);
  const { origin, wired, facts } = site;
  const { userId, amr, authTime } = signIn;
  const held = facts?.person.id === userId ? facts : undefined;
  const person = held?.person ?? (userId === null ? undefined : await lockPersonToSignIn(tx, orgId, userId));
  // Asks again under the lock: no request can change the password between this and the login.
  const standing = held && { passwordChangedAt: held.passwordChangedAt, ...nothingElse };
  if (userId === null || !person || authTime === null || !(await isStillProved(tx, signIn, standing))) {
    restartSignIn(signIn);
    return { kind: 'refused' };
  }
  const connectionId = await connectionOf(tx, signIn);
  if (connectionId !== undefined && !(await wired.enforcement.holdOpen(tx, connectionId))) {
    await recordBarred(tx, signIn, 'CONNECTION_DISABLED', origin);
    restartSignIn(signIn);
    return { kind: 'closed' };
  }
  const verdict = await verdictOn(tx, signIn, connectionId, site);
  if (verdict.kind === 'elsewhere' || (verdict.kind === 'owner' && !amr.includes('mfa')))
    return bar(tx, signIn, verdict, site);
  // The time has gone on, or a policy has changed, since the last step.
  const access = await judgeSignIn(tx, signIn, site, 'sign-in');
  if (access && access.kind !== 'allowed') return refuseAccess(tx, signIn, site, access);
  if (verdict.kind === 'link') {
    const { connection, link } = verdict;
    const isLinked =
      (await wired.enforcement.holdOpen(tx, connection.id)) && (await wired.linkPending(tx, link, site));
    if (!isLinked) return bar(tx, signIn, verdict, site);
    noteUpstream(signIn, link.upstream);
  }
  const { name } = person;
  const upstream = upstreamOf(signIn);
  const isBrief = access?.kind === 'allowed' && access.isBrief;
  const device = deviceOf(signIn);
  const front = frontOf(site);
  const beginning = {
    amr,
    authTime,
    isTimeKnown: isTimeKnown(signIn),
    origin,
    front,
    upstream,
    addsFactor: !isProvedHere(signIn),
    isBrief,
    device,
  };
  const started =
    held?.hasOtherLogin === false
      ? await renewAndStartLogin(tx, browser, person, beginning)
      : await renewThenStartLogin(tx, browser, person, beginning, wired.endings);
  if (!started) return { kind: 'outrun' };
  const { id: loginId, events } = started;
  signIn.completedAt = now;
  await noteSignInFrom(tx, site.access, { userId, address: origin.ipAddress });
  if (access)
    await recordVerdict(tx, site.access, { loginId, requestId: origin.requestId ?? null }, access, {
      isLast: true,
    });
  const connectedBy = upstream?.connectionId ?? null;
  const completed = { signIn, loginId, connectionId: connectedBy, person: { id: userId, name }, events };
  recordSignIn(tx, completed, origin);
  if (verdict.kind === 'owner')
    await recordLocalLogin(tx, { loginId, userId, userName: name, amr }, verdict.connection, origin);
  return { kind: 'done', returnTo: signIn.returnTo, browser: started.browser };
}

/** A sign-in by password rests on nothing else. */
const nothingElse = { loginLives: true, passLives: true, linkLives: true };

/**
 * Renews before the login. If one browser completes several sign-ins at once, one succeeds, even if their tenants differ.
 * `renewAndStartLogin` does the same.
 */
async function renewThenStartLogin(
  tx: Tx,
  browser: Browser,
  person: Locked<PersonToSignIn>,
  beginning: Beginning,
  endings: SignInWiring['endings'],
): Promise<(StartedLogin & { browser: Browser }) | undefined> {
  const renewed = await renewBrowser(tx, browser);
  if (!renewed) return undefined;
  return { ...(await startLogin(tx, browser.id, person, beginning, endings)), browser: renewed };
}
