import { Failure } from '../failure.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import { type Hosted, redirect } from '../platform/pages/answers.ts';
import type { Tx } from '../platform/tx.ts';
import { mfaMethodsOf } from '../users/factors/sql/mfa-methods.ts';
import { openBrowser } from '../users/sessions/browsers.ts';
import type { Login } from '../users/sessions/login-sessions.ts';
import { mayEnrolBy } from './access.ts';
import { cookiesOf, type HostedCall, signInPath, tokenOf } from './hosted.ts';
import { startSignIn } from './sign-ins.ts';

/**
 * Tells whether conditional access lets a signed-in user set a factor up on the account page. A user who has a factor already, and
 * has not proved it, is led to prove it and back to the page.
 */
export async function wayToEnrol(
  tx: Tx,
  call: HostedCall,
  login: Login,
  returnTo: string,
): Promise<'OPEN' | 'BLOCKED' | Hosted> {
  if (await mayEnrolBy(tx, call, login)) return 'OPEN';
  if ((await mfaMethodsOf(tx, tenancyOf(tx).orgId, login.userId)).length === 0) return 'BLOCKED';
  const browser = await openBrowser(tx, tokenOf(call));
  const { locale } = call;
  const { id } = await startSignIn(tx, browser, { returnTo, acr: 'mfa', ...(locale ? { locale } : {}) });
  return redirect(signInPath(call.path.orgId, id), { cookies: cookiesOf(browser, call.baseUrl) });
}

/** As {@link wayToEnrol}. @returns undefined if the user may go on @throws {Failure} ACCESS_BLOCKED */
export async function endUnlessMayEnrol(
  ...asked: Parameters<typeof wayToEnrol>
): Promise<Hosted | undefined> {
  const way = await wayToEnrol(...asked);
  if (way === 'BLOCKED') throw new Failure('ACCESS_BLOCKED');
  return way === 'OPEN' ? undefined : way;
}
