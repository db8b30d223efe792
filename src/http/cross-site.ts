import { Failure } from '../failure.ts';
import type { Exchange } from './exchange.ts';

type CrossSiteExchange = Pick<Exchange, 'method' | 'incoming' | 'errors'> & {
  facts?: { crossSite: boolean } | undefined;
  transport: { secure: boolean };
};

/**
 * Refuses what another site has a browser post to a page of ours; the second wall beside the `csrf` field. Browsers tell
 * whose page it was by `Sec-Fetch-Site` over https, older ones by `Origin`; who tells neither is no browser of today.
 *
 * @throws {Failure} CROSS_SITE_REQUEST
 */
export function refuseCrossSite(
  { facts, method, incoming, errors, transport }: CrossSiteExchange,
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
