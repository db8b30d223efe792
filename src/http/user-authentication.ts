import { adminApplication } from '../conditional-access/resources/user-attempts.ts';
import type { Config } from '../config.ts';
import { Failure, invalid } from '../failure.ts';
import { readCookies } from '../lib/cookie.ts';
import { letWait } from '../platform/at-end.ts';
import { onBehalfOf } from '../platform/on-behalf.ts';
import { forkFor, type Tenant } from '../platform/tenancy.ts';
import type { Orm } from '../platform/tx.ts';
import { type AccessSite, decideOnLogin, frontOf } from '../sign-in/access.ts';
import { tokenOf } from '../sign-in/hosted.ts';
import { hashBrowserToken, isBrowserToken } from '../users/sessions/browser-token.ts';
import { loginOf } from '../users/sessions/login-sessions.ts';
import { findApiCaller, tenantOfBrowser } from '../users/sessions/sql/api-callers.ts';
import type { Admission } from './admission/admission.ts';
import { requireSameOrigin } from './cross-site.ts';
import { knownCallers } from './admission/known-callers.ts';
import type { RequestContext } from './request-context.ts';
import {
  admissionOf,
  nameOf,
  refusalBy,
  requiredTenant,
  requireMeant,
  rightsOf,
  siteOf,
  tenantIn,
  userCaller,
  type UserCounter,
  type UserMeans,
} from './user-admission.ts';

export interface UserAuthenticator {
  /** @param isCounted whether this is a request; false while the answer to one is sent */
  authenticate: (context: RequestContext, isCounted?: boolean) => Promise<Admission>;
  /**
   * Tells whether this node has let the session of a request in a short while ago. Wrong keys and cookies of others at the same
   * address do not stop such a session. A cookie that is guessed is not known.
   */
  isKnown: (context: RequestContext) => boolean;
}

/**
 * Authenticates users by the cookie of the browser that they are signed in with (decisions 6.13). Each request reads whether the login
 * goes on, what conditional access says, and which rights the user has.
 *
 * The function throws {Failure} VALIDATION_ERROR, CROSS_SITE_REQUEST, UNAUTHORIZED, SESSION_OF_ANOTHER_USER, and {RateLimited}. The refusal
 * of conditional access is returned, so that it is recorded of a caller who is known: ACCESS_BLOCKED, REAUTHENTICATION_REQUIRED.
 */
export function userAuthenticator(
  { orm, pool, access, certificateOf, baseUrl }: UserMeans,
  { rateLimitPerMinute }: Pick<Config, 'rateLimitPerMinute'>,
  { spent, count }: UserCounter,
): UserAuthenticator {
  const admitted = knownCallers();
  const authenticate: UserAuthenticator['authenticate'] = async (context, isCounted = true) => {
    const { incoming, requestId } = context;
    if (incoming.authorization !== undefined)
      throw invalid('Authorization', 'must be absent where the browser sends the cookie of a session');
    requireSameOrigin(context, { baseUrl });
    const orgId = requiredTenant(context);
    const token = sessionOf(context, baseUrl());
    if (token === undefined) throw new Failure('UNAUTHORIZED');
    const tokenHash = hashBrowserToken(token);
    const browser = nameOf(orgId, tokenHash);
    spent.check(browser);
    const found = await tenantOfBrowser(pool, tokenHash, orgId);
    if (!found) admitted.forget(browser);
    if (!found) throw new Failure('UNAUTHORIZED');
    const { asked, home, userId } = found;
    const standing = isCounted ? await count(userId, browser) : undefined;
    requireMeant(context, userId);
    const site = siteOf(context, { access, certificateOf });
    const judged = await onBehalfOf({ orgId: home.orgId, operation: 'authentication' }, () =>
      judge(orm, home, tokenHash, site, isCounted),
    );
    // The browser may have another user by now.
    if (judged?.login.userId !== userId) admitted.forget(browser);
    if (judged?.login.userId !== userId) throw new Failure('UNAUTHORIZED');
    admitted.note(browser, orgId, context.started);
    const { login, rights, verdict } = judged;
    const caller = userCaller({
      asked,
      rights,
      usualPerMinute: rateLimitPerMinute,
      login,
      scopes: rightsOf(rights),
      secret: token,
      requestId,
    });
    return admissionOf(caller, { standing, now: rights.now, refusal: refusalBy(verdict) });
  };
  return {
    authenticate,
    isKnown(context) {
      const token = sessionOf(context, baseUrl());
      const orgId = tenantIn(context);
      if (token === undefined || orgId === undefined) return false;
      return admitted.has(nameOf(orgId, hashBrowserToken(token)), context.started);
    },
  };
}

/** Reads who calls, and what conditional access says. Nothing of it must commit together, so there is no transaction. */
async function judge(orm: Orm, home: Tenant, tokenHash: Buffer, site: AccessSite, isNoted: boolean) {
  const rights = await findApiCaller(orm.em.fork(), home.orgId, tokenHash, frontOf(site), isNoted);
  if (!rights) return undefined;
  const login = loginOf(rights);
  const tx = forkFor(orm, home, rights.now);
  const end = letWait(tx);
  const { groups } = rights;
  const verdict = await decideOnLogin(tx, site, login, adminApplication, { isQuiet: true, groups });
  end();
  return { login, rights, verdict };
}

/** Returns what the cookie of the session holds, if it can be that of a browser. */
export function sessionOf(
  { incoming }: Pick<RequestContext, 'incoming'>,
  baseUrl: string,
): string | undefined {
  if (incoming.cookie === undefined) return undefined;
  const token = tokenOf({ cookies: readCookies(incoming.cookie), baseUrl });
  return isBrowserToken(token) ? token : undefined;
}
