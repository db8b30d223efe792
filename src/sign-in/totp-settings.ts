import type { EntityManager } from '@mikro-orm/postgresql';
import { authConfig } from '../users/auth-config.ts';
import { openBrowser } from '../users/sessions/browsers.ts';
import { isRecent, totpOf } from '../users/factors/factors.ts';
import { startSignIn } from './sign-ins.ts';
import { beginTotp } from '../users/factors/totp.ts';
import { type Hosted, page, redirect } from '../platform/pages/answers.ts';
import type { CodeError } from './pages/second-factors.ts';
import { newTotpPage, totpOffPage, totpSettingsPage } from './pages/totp-settings.ts';
import { type Account, accountCsrf } from './account-frame.ts';
import { endUnlessMayEnrol } from './own-factors.ts';
import { cookiesOf, type HostedCall, signInPath, tokenOf, viewIn } from './hosted.ts';

/** The app there is, or how to set one up. */
export async function showTotp(
  em: EntityManager,
  call: HostedCall,
  account: Account,
  error?: CodeError,
  status: number = error ? 400 : 200,
): Promise<Hosted> {
  const { orgId } = call.path;
  const { userId, id: holder } = account.login;
  const view = await viewIn(em, call);
  const form = { view, orgId, csrf: accountCsrf(account, orgId), error };
  const setUp = await totpOf(em, userId);
  if (setUp) return page(totpSettingsPage(form, setUp), { status });
  if (!(await authConfig(em)).totp.enabled) return page(totpOffPage(view, orgId));
  const ended = await endUnlessMayEnrol(em, call, account.login, `/account/${orgId}/totp`);
  if (ended) return ended;
  if (!isRecent(em, account.login)) return signInAgain(em, call);
  const enrolment = await beginTotp(em, call.vault, { userId, holder });
  return enrolment ? page(newTotpPage(form, enrolment), { status }) : page(totpOffPage(view, orgId));
}

/** To a sign-in that leads back here. */
export async function signInAgain(em: EntityManager, call: HostedCall): Promise<Hosted> {
  const { orgId } = call.path;
  const browser = await openBrowser(em, tokenOf(call));
  const { locale } = call;
  const { id } = await startSignIn(em, browser, {
    returnTo: `/account/${orgId}/totp`,
    prompt: 'login',
    ...(locale ? { locale } : {}),
  });
  return redirect(signInPath(orgId, id), { cookies: cookiesOf(browser, call.baseUrl) });
}
