import { prefersJson } from '../lib/accept.ts';
import type { Branding } from '../lib/auth-config.ts';
import { readCookies } from '../lib/cookie.ts';
import { isId } from '../lib/id.ts';
import type { Failure } from '../failure.ts';
import { defaultBranding } from '../platform/pages/branding.ts';
import { errorPage } from '../platform/pages/error.ts';
import type { RequestContext } from './request-context.ts';
import { type Refusal, refusalOf } from './failures.ts';
import { oauthRefusalOf } from './oauth-failures.ts';
import { pageLocale } from './page-locale.ts';
import { pageHeaders } from '../platform/pages/headers.ts';

/**
 * Renders a refusal where people come: a page, or JSON where that is preferred, which is the body of our API or, of the
 * protocol engine's operations, that of RFC 6749.
 */
export function pageRefusalOf(
  failure: Failure,
  {
    incoming,
    requestId,
    errors,
    locale: wished,
  }: Pick<RequestContext, 'incoming' | 'requestId' | 'errors' | 'locale'>,
  headers: Record<string, string>,
  branding: Branding = defaultBranding,
): Refusal<unknown> {
  const coded = { ...headers, 'X-Error-Code': failure.code, Vary: 'Accept' };
  if (prefersJson(incoming.accept))
    return errors === 'oauth-page'
      ? oauthRefusalOf(failure, requestId, coded)
      : { ...refusalOf(failure, requestId), headers: coded };
  const locale =
    pageLocale({ cookies: readCookies(incoming.cookie), incoming, locale: wished }) ?? branding.locale;
  const { status } = failure;
  const page = errorPage({ locale, branding, requestId }, failure.code, status, failure.details);
  return { status, body: page.text, headers: { ...coded, ...pageHeaders } };
}

/**
 * What the page of a refusal looks like: like its organization, where one is asked for. Requests that nothing has counted,
 * since they lead nowhere or are too many, cost no look at the database, and neither does one that is away.
 */
export async function brandingOf(
  failure: Failure,
  { id, path: { orgId } }: Pick<RequestContext, 'id' | 'path'>,
  find: (orgId: string) => Promise<Branding | undefined>,
): Promise<Branding | undefined> {
  const costs = id === undefined || failure.status === 429 || failure.status === 503;
  if (costs || orgId === undefined || !isId('org', orgId)) return undefined;
  return find(orgId).catch(() => undefined);
}
