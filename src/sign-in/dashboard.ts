// The way to sign in to the dashboard (docs/dashboard.md).
import type { EntityManager } from '@mikro-orm/postgresql';
import { adminApplication } from '../access/user-attempts.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import { type Hosted, redirect } from '../platform/pages/answers.ts';
import { findLogin } from '../users/sessions/login-sessions.ts';
import { openBrowser } from '../users/sessions/browsers.ts';
import { decideOnLogin, demanding, frontOf } from './access.ts';
import { cookiesOf, type HostedCall, signInPath, tokenOf } from './hosted.ts';
import { startSignIn } from './sign-ins.ts';

/** Why a user comes to sign in to the dashboard. */
export interface DashboardRequest {
  /** A path of the dashboard with its query, as the contract allows it. */
  returnTo: string;
  /** How many seconds ago the user may have proved their identity. */
  maxAge?: number | undefined;
}

/** The address that starts a sign-in to the dashboard. */
export const dashboardSignInPath = (orgId: string, { returnTo, maxAge }: DashboardRequest): string =>
  `/admin/sign-in?tenant=${encodeURIComponent(orgId)}&returnTo=${encodeURIComponent(returnTo)}${maxAge === undefined ? '' : `&maxAge=${maxAge}`}`;

/** Returns where a user goes on. The dashboard without a tenant could only lead back here, so the start page is that of the tenant. */
export const startingAt = (returnTo: string, orgId: string): string =>
  /^\/admin\/?(\?|$)/.test(returnTo) ? `/admin/${orgId}` : returnTo;

/** Leads to the dashboard a user who has proved enough. Has other users sign in, or prove what is missing. */
export async function goToDashboard(
  em: EntityManager,
  call: HostedCall,
  { returnTo, maxAge }: DashboardRequest,
): Promise<Hosted> {
  const { orgId, now } = tenancyOf(em);
  const token = tokenOf(call);
  const login = await findLogin(em, token, frontOf(call));
  const verdict = login && (await decideOnLogin(em, call, login, adminApplication));
  const ageSeconds = login ? (now.getTime() - login.authTime.getTime()) / 1000 : 0;
  const isOld = maxAge !== undefined && ageSeconds > maxAge;
  if (verdict?.kind === 'allowed' && !isOld) return redirect(returnTo);
  const demand = verdict?.kind === 'asked' ? verdict : undefined;
  // After the visit of the device origin no policy has judged the user yet.
  const isForDevice = demand?.missing.includes('DEVICE') === true;
  const browser = await openBrowser(em, token);
  const { locale } = call;
  const { id } = await startSignIn(em, browser, {
    returnTo: isForDevice ? dashboardSignInPath(orgId, { returnTo, maxAge }) : returnTo,
    ownApplication: adminApplication,
    ...(demand ? demanding(demand) : {}),
    ...(maxAge === undefined ? {} : { maxAuthAgeSeconds: maxAge }),
    ...(isOld ? { prompt: 'login' } : {}),
    ...(locale ? { locale } : {}),
  });
  return redirect(signInPath(orgId, id), { cookies: cookiesOf(browser, call.baseUrl) });
}
