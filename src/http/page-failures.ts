import { prefersHtml, prefersJson } from '../lib/accept.ts';
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

const shownTypes: ReadonlySet<string> = new Set(['text/html', 'application/json']);

/** Whether the caller reads JSON. Programs read what is neither a page nor JSON, such as metadata, so a page goes to browsers only. */
function readsJson({ facts, incoming }: Pick<RequestContext, 'facts' | 'incoming'>): boolean {
  const isForPrograms = facts?.responseTypes.some((type) => !shownTypes.has(type)) ?? false;
  return isForPrograms ? !prefersHtml(incoming.accept) : prefersJson(incoming.accept);
}

/**
 * Renders a refusal where people come: a page, or JSON where that is preferred, which is the body of our API or, of the
 * protocol engine's operations, that of RFC 6749.
 */
export function pageRefusalOf(
  failure: Failure,
  {
    facts,
    incoming,
    requestId,
    errors,
    locale: wished,
  }: Pick<RequestContext, 'facts' | 'incoming' | 'requestId' | 'errors' | 'locale'>,
  headers: Record<string, string>,
  branding: Branding = defaultBranding,
): Refusal<unknown> {
  const coded = { ...headers, 'X-Error-Code': failure.code, Vary: 'Accept' };
  if (readsJson({ facts, incoming }))
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
 * Reads the branding of the page of a refusal: that of the organization in the path, if there is one. Requests
 * that nothing has counted, since they lead nowhere or are too many, cost no look at the database. If the
 * database is away, nothing is read either.
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
