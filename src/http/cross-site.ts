import { Failure } from '../failure.ts';
import type { Exchange } from './exchange.ts';

/**
 * Refuses what another site has a browser post to a page of ours; the second wall beside the `csrf` field. Browsers tell
 * whose page it was by `Sec-Fetch-Site` over https, older ones by `Origin`; who tells neither is no browser of today.
 *
 * @throws {Failure} CROSS_SITE_REQUEST
 */
export function refuseCrossSite({ facts, method, incoming, errors }: Exchange): void {
  if (errors !== 'page' || method !== 'POST' || facts?.crossSite) return;
  const site = incoming['sec-fetch-site'];
  const sameSite =
    site === undefined ? isOwn(incoming.origin, incoming.host) : site === 'same-origin' || site === 'none';
  if (!sameSite) throw new Failure('CROSS_SITE_REQUEST');
}

function isOwn(origin: string | undefined, host: string | undefined): boolean {
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === host);
}
