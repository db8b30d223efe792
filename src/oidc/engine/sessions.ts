import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { acrOf } from './acr.ts';
import type { EngineParts, Login } from './parts.ts';
import { changeSession, type EngineSession, storeFields } from './patches.ts';
import { visitOf } from './visits.ts';

/** Whom the browser of a request has signed in. */
const signedIn = new WeakMap<object, string>();

/**
 * Whether the engine's session shows whom the browser has signed in. It does not where an interaction is resumed by a
 * browser other than the one in which somebody signed in for it.
 */
export const showsLogin = ({ req, oidc }: KoaContextWithOIDC): boolean =>
  oidc.session?.accountId === undefined || oidc.session.accountId === signedIn.get(req);

const formRoutes: ReadonlySet<string> = new Set(['code_verification', 'device_resume']);

/** What we add to the engine's session: which login it shows. */
export type Mirror = EngineSession & { loginId?: string };

/**
 * Lets the engine's session show the login that the browser has in this tenant, at every request: who signs in for SAML
 * or the account page is signed in here, and a login that has ended, wherever, is none here. What the engine itself
 * remembers is which clients the person was with.
 */
export function mirrorLogins(
  provider: Provider,
  orgId: string,
  { login: loginOf }: Pick<EngineParts, 'login'>,
): void {
  storeFields(provider.Session, ['loginId']);
  changeSession(provider, async (ctx, session) => {
    const { browserToken } = visitOf(ctx.req);
    const login = browserToken === undefined ? undefined : await loginOf(orgId, browserToken);
    if (login) signedIn.set(ctx.req, login.userId);
    show(session, login);
    // Where these fail, the engine shows its form once more, and a session that was never saved could not hold it.
    if (formRoutes.has(ctx.oidc.route)) session.touched = true;
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
  // Somebody else, or the same person anew: which clients they were with before is nobody's business.
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

/** The uid stays: a request that began before somebody else signed in goes on with whoever did. */
function forget(session: Mirror): void {
  session.touched = true;
  for (const name of ['accountId', 'loginTs', 'amr', 'acr', 'authorizations', 'loginId'] as const)
    delete session[name];
}

const seconds = ({ authTime }: Login): number => Math.floor(authTime.getTime() / 1000);
