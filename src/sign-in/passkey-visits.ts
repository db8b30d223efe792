import { openBrowser } from '../users/sessions/browsers.ts';
import type { Login } from '../users/sessions/login-sessions.ts';
import { type Holder, loginHolder, type Self } from '../users/passkeys/passkey-registration.ts';
import { asAccount } from './account-frame.ts';
import { startSignIn } from './sign-ins.ts';
import { Failure } from '../failure.ts';
import { certainTime } from '../lib/proof-time.ts';
import { type Hosted, redirect } from '../platform/pages/answers.ts';
import type { Tx } from '../platform/tx.ts';
import { csrfOf, isCsrfOf } from '../users/sessions/browser-token.ts';
import type { PasskeyOutcome } from '../users/passkeys/pages/passkeys.ts';
import { cookiesOf, type HostedCall, signInPath, namedBy, tokenOf } from './hosted.ts';

/** The maximum age in seconds of the login of a user who changes a passkey. */
const secondsSinceAsked = 600;

/** The name that the forms of the page have for their `csrf`. */
const formOf = (orgId: string): string => `passkeys ${orgId}`;

export const passkeysPath = (orgId: string, done?: PasskeyOutcome): string =>
  `/account/${orgId}/passkeys${done === undefined ? '' : `?done=${done}`}`;

/**
 * Does what a signed-in user asks, if the user signed in a short while ago. Any other user signs in first. Conditional access judges
 * each request, as on the account page.
 * @param csrf the field of the form, for every request that changes something
 * @throws {Failure} CROSS_SITE_REQUEST, ACCESS_BLOCKED
 */
export async function asThemselves<Reply>(
  call: HostedCall,
  csrf: string | undefined,
  work: (tx: Tx, self: Self & { holder: Holder }, csrf: string, login: Login) => Promise<Reply>,
): Promise<Reply | Hosted> {
  const { path, origin, locale, baseUrl } = call;
  const token = tokenOf(call);
  return asAccount<Reply | Hosted>(call, namedBy(call), async (tx, account, now) => {
    const login = account?.login;
    const recent = now.getTime() - secondsSinceAsked * 1000;
    if (login && token !== undefined && certainTime(login).getTime() >= recent) {
      const form = formOf(path.orgId);
      if (csrf !== undefined && !isCsrfOf(token, form, csrf)) throw new Failure('CROSS_SITE_REQUEST');
      return work(
        tx,
        { userId: login.userId, holder: loginHolder(login.id), origin },
        csrfOf(token, form),
        login,
      );
    }
    const browser = await openBrowser(tx, token);
    const { id } = await startSignIn(tx, browser, {
      returnTo: passkeysPath(path.orgId),
      ...(login ? { prompt: 'login' as const } : {}),
      ...(locale ? { locale } : {}),
    });
    return redirect(signInPath(path.orgId, id), { cookies: cookiesOf(browser, baseUrl) });
  });
}
