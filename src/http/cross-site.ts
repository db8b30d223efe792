import { Failure } from '../failure.ts';
import type { RequestContext } from './request-context.ts';

type CrossSiteContext = Pick<RequestContext, 'method' | 'incoming' | 'errors'> & {
  facts?: { crossSite: boolean } | undefined;
  transport: { secure: boolean };
};

/**
 * Refuses posts to our pages that come from another site. This is the second wall beside the `csrf` field. Over https,
 * browsers name the site in `Sec-Fetch-Site`; older ones name it in `Origin`. A client that sends neither is not a
 * browser of today.
 *
 * @throws {Failure} CROSS_SITE_REQUEST
 */
export function refuseCrossSite(
  { facts, method, incoming, errors, transport }: CrossSiteContext,
  { baseUrl }: { baseUrl: () => string },
): void {
  if (errors !== 'page' || method !== 'POST' || facts?.crossSite) return;
  const { 'sec-fetch-site': site, origin, host } = incoming;
  if (site !== undefined) {
    if (site === 'same-origin' || site === 'none') return;
  } else if (origin === undefined) return;
  else if (isOurOrigin(origin, { host, transport, baseUrl: baseUrl() })) return;
  throw new Failure('CROSS_SITE_REQUEST');
}

/**
 * Refuses a request with the cookie of a browser unless the browser says that a page of ours sent it, also a request that only reads.
 * @throws {Failure} CROSS_SITE_REQUEST
 */
export function requireSameOrigin(
  { incoming, transport }: Pick<CrossSiteContext, 'incoming' | 'transport'>,
  { baseUrl }: { baseUrl: () => string },
): void {
  const { 'sec-fetch-site': site, origin, host } = incoming;
  if (
    site !== undefined ? site === 'same-origin' : isOurOrigin(origin, { host, transport, baseUrl: baseUrl() })
  )
    return;
  throw new Failure('CROSS_SITE_REQUEST');
}

/** A page of ours over plain HTTP, which anybody on the way can write, is another's. A proxy may call us by another host. */
const isOurOrigin = (
  origin: string | undefined,
  { host, transport, baseUrl }: { host: string | undefined; transport: { secure: boolean }; baseUrl: string },
): boolean =>
  origin === new URL(baseUrl).origin || origin === `${transport.secure ? 'https' : 'http'}://${host}`;
