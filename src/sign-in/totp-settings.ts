import { authConfig } from '../users/auth-config.ts';
import { openBrowser } from '../users/sessions/browsers.ts';
import { isRecent, totpOf } from '../users/factors/factors.ts';
import { startSignIn } from './sign-ins.ts';
import { beginTotp } from '../users/factors/totp.ts';
import { type Hosted, page, redirect } from '../platform/pages/answers.ts';
import type { Tx } from '../platform/tx.ts';
import type { CodeError } from './pages/second-factors.ts';
import { newTotpPage, totpOffPage, totpSettingsPage } from './pages/totp-settings.ts';
import { type Account, accountCsrf } from './account-frame.ts';
import { endUnlessMayEnrol } from './own-factors.ts';
import { cookiesOf, type HostedCall, signInPath, tokenOf, viewIn } from './hosted.ts';

/** The app there is, or how to set one up. */
export async function showTotp(
  tx: Tx,
  call: HostedCall,
  account: Account,
  error?: CodeError,
  status: number = error ? 400 : 200,
): Promise<Hosted> {
  const { orgId } = call.path;
  const { userId, id: holder } = account.login;
  const view = await viewIn(tx, call);
  const form = { view, orgId, csrf: accountCsrf(account, orgId), error };
  const setUp = await totpOf(tx, userId);
  if (setUp) return page(totpSettingsPage(form, setUp), { status });
  if (!(await authConfig(tx)).totp.enabled) return page(totpOffPage(view, orgId));
  const ended = await endUnlessMayEnrol(tx, call, account.login, `/account/${orgId}/totp`);
  if (ended) return ended;
  if (!isRecent(tx, account.login)) return signInAgain(tx, call);
  const enrolment = await beginTotp(tx, call.vault, { userId, holder });
  return enrolment ? page(newTotpPage(form, enrolment), { status }) : page(totpOffPage(view, orgId));
}

/** To a sign-in that leads back here. */
export async function signInAgain(tx: Tx, call: HostedCall): Promise<Hosted> {
  const { orgId } = call.path;
  const browser = await openBrowser(tx, tokenOf(call));
  const { locale } = call;
  const { id } = await startSignIn(tx, browser, {
    returnTo: `/account/${orgId}/totp`,
    prompt: 'login',
    ...(locale ? { locale } : {}),
  });
  return redirect(signInPath(orgId, id), { cookies: cookiesOf(browser, call.baseUrl) });
}
