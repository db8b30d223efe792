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
  // A page of ours over plain HTTP, which anybody on the way can write, is another's; a proxy may call us by another host.
  else if (
    origin === new URL(baseUrl()).origin ||
    origin === `${transport.secure ? 'https' : 'http'}://${host}`
  )
    return;
  throw new Failure('CROSS_SITE_REQUEST');
}
