// The way to sign in to the dashboard (docs/dashboard.md).
import { type Origin, recordAudit } from '../audit/audit.ts';
import { Failure } from '../failure.ts';
import { adminApplication } from '../conditional-access/resources/user-attempts.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import { emit } from '../platform/events.ts';
import { type Hosted, redirect } from '../platform/pages/answers.ts';
import type { Tx } from '../platform/tx.ts';
import { raiseAlerts } from '../risk/raising.ts';
import { useDashboardLink } from '../users/dashboard-links/dashboard-links.ts';
import { findUser } from '../users/directory/users.ts';
import { mfaMethodsOf } from '../users/factors/sql/mfa-methods.ts';
import { csrfOf } from '../users/sessions/browser-token.ts';
import { lockPersonToSignIn } from '../users/sessions/sql/start-login.ts';
import { findLogin, shown, userActor } from '../users/sessions/login-sessions.ts';
import { type Browser, openBrowser, renewBrowser } from '../users/sessions/browsers.ts';
import { decideOnLogin, demanding, frontOf } from './access.ts';
import { cookiesOf, type HostedCall, signInPath, tokenOf } from './hosted.ts';
import { proceed } from './sign-in-steps.ts';
import { isEmptyTenant } from './sql/is-empty-tenant.ts';
import { openSignIn } from './open-sign-in.ts';
import { startSignIn } from './sign-ins.ts';
import { noteDashboardLink } from './steps/proofs.ts';

/** Why a user comes to sign in to the dashboard. */
export interface DashboardRequest {
  /** A path of the dashboard with its query, as the contract allows it. */
  returnTo: string;
  /** How many seconds ago the user may have proved their identity. */
  maxAge?: number | undefined;
  /** Whether `make dashboard` prints a link for this tenant, and the browser is where it is printed. */
  isAtOperator?: boolean;
}

/** The address that starts a sign-in to the dashboard. */
export const dashboardSignInPath = (orgId: string, { returnTo, maxAge }: DashboardRequest): string =>
  `/admin/sign-in?tenant=${encodeURIComponent(orgId)}&returnTo=${encodeURIComponent(returnTo)}${maxAge === undefined ? '' : `&maxAge=${maxAge}`}`;

/** Returns where a user goes on. The dashboard without a tenant could only lead back here, so the start page is that of the tenant. */
export const startingAt = (returnTo: string, orgId: string): string =>
  /^\/admin\/?(\?|$)/.test(returnTo) ? `/admin/${orgId}` : returnTo;

/** Leads to the dashboard a user who has proved enough. Has other users sign in, or prove what is missing. */
export async function goToDashboard(
  tx: Tx,
  call: HostedCall,
  { returnTo, maxAge, isAtOperator = false }: DashboardRequest,
): Promise<Hosted> {
  const { orgId, now } = tenancyOf(tx);
  const token = tokenOf(call);
  const login = await findLogin(tx, token, frontOf(call));
  const verdict = login && (await decideOnLogin(tx, call, login, adminApplication));
  const ageSeconds = login ? (now.getTime() - login.authTime.getTime()) / 1000 : 0;
  // An identity provider may have said nothing of the time of its proof.
  const isOld = maxAge !== undefined && login !== undefined && (!login.isTimeKnown || ageSeconds > maxAge);
  if (verdict?.kind === 'allowed' && !isOld) return redirect(returnTo);
  const demand = verdict?.kind === 'asked' ? verdict : undefined;
  // After the visit of the device origin no policy has judged the user yet.
  const isForDevice = demand?.missing.includes('DEVICE') === true;
  const browser = await openBrowser(tx, token);
  const { locale } = call;
  const { id } = await startSignIn(tx, browser, {
    returnTo: isForDevice ? dashboardSignInPath(orgId, { returnTo, maxAge }) : returnTo,
    ownApplication: adminApplication,
    offersLink: isAtOperator && !login,
    ...(demand ? demanding(demand) : {}),
    ...(maxAge === undefined ? {} : { maxAuthAgeSeconds: maxAge }),
    ...(isOld ? { prompt: 'login' } : {}),
    ...(locale ? { locale } : {}),
  });
  return redirect(signInPath(orgId, id), { cookies: cookiesOf(browser, call.baseUrl) });
}

/** The result of following a link to the dashboard. */
export type LinkFollowed = { location: string; cookies: string[] } | { refusal: Failure };

/**
 * Begins a sign-in for the owner of a link to the dashboard. The link stands in for the first factor. A second factor that the
 * owner has is asked for, and an owner without a way to sign in sets one up.
 * @throws {Failure} DASHBOARD_LINK_NOT_FOUND
 */
export async function followLink(
  tx: Tx,
  call: HostedCall & { isAtThisMachine: () => boolean },
  token: string,
): Promise<LinkFollowed> {
  const { orgId } = tenancyOf(tx);
  const { id: linkId, userId, isFirstOwner } = await useDashboardLink(tx, token, call.isAtThisMachine());
  const person = await lockPersonToSignIn(tx, orgId, userId);
  const browser = person && (await freshBrowser(tx, tokenOf(call)));
  if (!browser) throw new Failure('DASHBOARD_LINK_NOT_FOUND', { reason: 'the user is not ACTIVE' });
  const { id } = await startSignIn(tx, browser, {
    returnTo: startingAt('/admin', orgId),
    ownApplication: adminApplication,
    ...(call.locale ? { locale: call.locale } : {}),
  });
  const opened = await openSignIn(tx, {
    token: browser.token,
    id,
    form: { csrf: csrfOf(browser.token, id) },
  });
  if (opened.state !== 'open') throw new Error('a new sign-in is not open');
  const { signIn } = opened;
  const hasSecond = (await mfaMethodsOf(tx, orgId, userId)).length > 0;
  const { username } = await findUser(tx, userId);
  Object.assign(signIn, { userId, identifier: username, multiFactor: hasSecond });
  noteDashboardLink(signIn, linkId);
  await recordLink(tx, { linkId, userId, userName: person.name, isFirstOwner }, call.origin);
  const next = await proceed(tx, call, opened, linkProof);
  if (next.kind === 'blocked') return { refusal: new Failure('ACCESS_BLOCKED') };
  if (next.kind === 'done')
    return { location: next.returnTo, cookies: cookiesOf(next.browser, call.baseUrl) };
  return { location: signInPath(orgId, id), cookies: cookiesOf(browser, call.baseUrl) };
}

/** The value of RFC 8176 for proof by a secret that works once. */
const linkProof = ['otp'];

/** Returns the browser with another token, so that a cookie that was planted before is worth nothing. */
async function freshBrowser(tx: Tx, token: string | undefined): Promise<Browser | undefined> {
  const browser = await openBrowser(tx, token);
  return browser.isNew ? browser : renewBrowser(tx, browser);
}

async function recordLink(
  tx: Tx,
  {
    linkId,
    userId,
    userName,
    isFirstOwner,
  }: { linkId: string; userId: string; userName: string; isFirstOwner: boolean },
  origin: Origin,
): Promise<void> {
  const actor = userActor(userId, userName);
  const reason = isFirstOwner ? 'first owner' : 'make dashboard';
  const target = { targetId: userId, targetName: userName, result: 'SUCCESS' as const };
  await recordAudit(tx, [{ action: 'user.use_dashboard_link', actor, ...target, reason, ...origin }]);
  const from = { ipAddress: origin.ipAddress ?? null, userAgent: shown(origin.userAgent) };
  await emit(tx, [{ type: 'user.dashboard_link_used', data: { userId, userName, isFirstOwner, ...from } }]);
  // An unused tenant has nothing to lose. In another one, a stranger may have used the link.
  const isFirstStart = isFirstOwner && (await isEmptyTenant(tx, tenancyOf(tx).orgId, userId));
  await raiseAlerts(tx, [
    {
      trigger: 'user.dashboard_link_used',
      always: !isFirstStart,
      // Each link has an alert of its own: one that waits for an answer must not hide the next.
      subject: `dashboard-link:${linkId}`,
      severity: 'HIGH',
      title: isFirstOwner ? 'The first owner was made by a link' : 'An owner used a link to the dashboard',
      description: `A link that was printed on the machine of the service began a sign-in of an owner. Check that it was the operator.`,
      source: { type: 'USER', id: userId },
      identityId: null,
    },
  ]);
}
