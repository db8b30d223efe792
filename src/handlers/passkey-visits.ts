import type { EntityManager } from '@mikro-orm/postgresql';
import { openBrowser } from '../domain/browsers.ts';
import { findLogin } from '../domain/login-sessions.ts';
import type { Self } from '../domain/passkey-registration.ts';
import { startSignIn } from '../domain/sign-ins.ts';
import { Failure } from '../failure.ts';
import { type Hosted, redirect } from '../http/operation.ts';
import { csrfOf, isCsrfOf } from '../lib/browser-token.ts';
import type { PasskeyOutcome } from '../pages/passkeys.ts';
import { browserCookies, browserToken, hostedTenant, signInPath, type Visit } from './sign-in-visits.ts';

/** How long ago somebody may have been asked who they are who changes what proves it. */
const secondsSinceAsked = 600;

/** The name that the forms of the page have for their `csrf`. */
const form = 'passkeys';

export const passkeysPath = (orgId: string, done?: PasskeyOutcome): string =>
  `/account/${encodeURIComponent(orgId)}/passkeys${done === undefined ? '' : `?done=${done}`}`;

/**
 * Does what somebody asks who is signed in and was asked who they are a short while ago; anybody else signs in first.
 * @param csrf the field of the form, for whatever changes something
 * @throws {Failure} CROSS_SITE_REQUEST
 */
export async function asThemselves<Reply>(
  call: Visit,
  csrf: string | undefined,
  work: (em: EntityManager, self: Self, csrf: string) => Promise<Reply>,
): Promise<Reply | Hosted> {
  const { path, origin, locale } = call;
  const token = browserToken(call);
  return call.inTenant(await hostedTenant(call), async (em, now) => {
    const login = await findLogin(em, token);
    const recent = now.getTime() - secondsSinceAsked * 1000;
    if (login && token !== undefined && login.authTime.getTime() >= recent) {
      if (csrf !== undefined && !isCsrfOf(token, form, csrf)) throw new Failure('CROSS_SITE_REQUEST');
      const self = { userId: login.userId, loginId: login.id, origin };
      return work(em, self, csrfOf(token, form));
    }
    const browser = await openBrowser(em, token);
    const { id } = await startSignIn(em, browser, {
      returnTo: passkeysPath(path.orgId),
      ...(login ? { prompt: 'login' as const } : {}),
      ...(locale ? { locale } : {}),
    });
    return redirect(signInPath(path.orgId, id), { cookies: browserCookies(call, browser) });
  });
}
