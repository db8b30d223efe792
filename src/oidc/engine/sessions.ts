import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { certainTime } from '../../lib/proof-time.ts';
import { acrOf } from '../../lib/acr.ts';
import type { EngineParts, Login } from './parts.ts';
import { changeSession, type EngineSession, storeFields, willBeSaved } from './patches.ts';
import { frontOf, visitOf } from './visits.ts';

/** The logins that the browsers of requests have. */
const signedIn = new WeakMap<object, Login>();

/** Returns the login that the browser of a request has. */
export const loginOf = ({ req }: KoaContextWithOIDC): Login | undefined => signedIn.get(req);

/**
 * Returns whether the engine's session shows the user that the browser has signed in. The session does not show the
 * user if another browser resumes the interaction than the one of the sign-in.
 */
export const showsLogin = (ctx: KoaContextWithOIDC): boolean =>
  ctx.oidc.session?.accountId === undefined || ctx.oidc.session.accountId === loginOf(ctx)?.userId;

/** The routes that answer a client. */
const answerRoutes: ReadonlySet<string> = new Set(['authorization', 'resume']);

const formRoutes: ReadonlySet<string> = new Set(['code_verification', 'device_resume']);

/** The engine's session with our addition: the login that the session shows. */
export type Mirror = EngineSession & { loginId?: string };

/**
 * Mirrors the login that the browser has in this tenant into the engine's session, at every request. A user who signs
 * in for SAML or for the account page is signed in here too. A login that has ended anywhere has ended here too. The
 * engine itself remembers only which clients the user was with.
 */
export function mirrorLogins(
  provider: Provider,
  orgId: string,
  { login: findLogin }: Pick<EngineParts, 'login'>,
): void {
  storeFields(provider.Session, ['loginId']);
  changeSession(provider, async (ctx, session) => {
    const { ahead, browserToken } = visitOf(ctx.req);
    const login =
      browserToken === undefined
        ? undefined
        : ahead?.login
          ? ahead.login.row
          : await findLogin(orgId, browserToken, frontOf(ctx));
    if (login) signedIn.set(ctx.req, login);
    show(session, login);
    // Where these fail, the engine shows its form once more, and a session that was never saved could not hold it.
    if (formRoutes.has(ctx.oidc.route)) session.touched = true;
    // The adapter writes what waits when the engine saves the session, at the end of the request.
    if (answerRoutes.has(ctx.oidc.route) && willBeSaved(session)) visitOf(ctx.req).held.hold();
  });
}

function show(session: Mirror, login: Login | undefined): void {
  if (!login) {
    if (session.accountId === undefined) return;
    forget(session);
    return;
  }
  if (session.loginId === login.id && session.accountId === login.userId) {
    session.loginTs = seconds(login);
    session.amr = login.amr;
    session.acr = acrOf(login.amr);
    return;
  }
  // The user is another one, or has signed in again. The clients of the session before must stay private.
  if (session.accountId !== login.userId) forget(session);
  session.loginAccount({
    accountId: login.userId,
    loginTs: seconds(login),
    amr: login.amr,
    acr: acrOf(login.amr),
  });
  session.loginId = login.id;
  session.touched = true;
}

/**
 * Forgets the user of a session. The uid stays, so that a request from before another user signed in goes on with that
 * user.
 */
function forget(session: Mirror): void {
  session.touched = true;
  for (const name of ['accountId', 'loginTs', 'amr', 'acr', 'authorizations', 'loginId'] as const)
    delete session[name];
}

/** `auth_time` (OpenID Connect Core 1.0 section 2). An unknown time is 0, so that no `max_age` accepts it. */
const seconds = (login: Login): number => Math.floor(certainTime(login).getTime() / 1000);
