import type { IncomingMessage } from 'node:http';
import type { Config } from '../config.ts';
import { addressMatcher, isLoopback, normalizeAddress } from '../lib/address.ts';
import { addressOfNode } from './forwarded-node.ts';
import { unreadableAddressOf } from '../lib/unreadable-address.ts';

/** How a request reached us, believing only proxies the operator named (decisions 6.1, "Plain HTTP"). */
export interface Transport {
  /**
   * The client's address; no address at all when the client was gone before it could be asked for. If a trusted proxy did not tell it
   * readably, the address is one of `unreadableNetwork`, which fits nothing that a user writes.
   */
  address: string;
  /** The address of the direct peer, which may be a proxy. */
  peer: string;
  secure: boolean;
  /** Whether the peer is a program on this machine that does not forward requests. */
  local: boolean;
}

/** Reads the transport of a request: its address, and whether it came by TLS. */
export type TransportOf = (request: IncomingMessage) => Transport;

/**
 * Returns a function that tells the transport of a request.
 * @param onUnreadable is called with the peer of the first request whose client a trusted proxy did not tell readably
 */
export function transportReader(
  config: Pick<Config, 'trustedProxies'>,
  onUnreadable: (peer: string) => void,
): TransportOf {
  const trusted = addressMatcher(config.trustedProxies);
  let isTold = false;
  const unreadable = (peer: string): string => {
    if (!isTold) onUnreadable(peer);
    isTold = true;
    return unreadableAddressOf(peer);
  };

  return ({ socket, headers }) => {
    const peer = normalizeAddress(socket.remoteAddress ?? '');
    const forwards =
      headers.forwarded !== undefined || Object.keys(headers).some((name) => name.startsWith('x-forwarded-'));
    const tls = 'encrypted' in socket && socket.encrypted === true;
    if (!forwards || !trusted(peer)) {
      return { address: peer, peer, secure: tls, local: !forwards && isLoopback(peer) };
    }
    // Each proxy appends what it saw, so only the end of the lists is the work of proxies we trust.
    const last = (name: string): string[] =>
      String(headers[name] ?? '')
        .split(',')
        .map((part) => part.trim())
        .toReversed();
    // Commas split first. A quote that reached over a comma would let the client swallow what a proxy appended.
    const hops = headers['x-forwarded-for'] === undefined ? [] : last('x-forwarded-for').map(addressOfNode);
    const at = hops.findIndex((hop) => hop === undefined || !trusted(hop));
    return {
      // Without an element that is not a proxy, the nearest proxy itself is the client.
      address: at === -1 ? peer : (hops[at] ?? unreadable(peer)),
      peer,
      secure: last('x-forwarded-proto')[0] === 'https',
      local: false,
    };
  };
}

/** Whether the request may go on over the scheme it came by. */
export const isAllowedScheme = ({ secure, local }: Transport, rule: Config['requireHttps']): boolean =>
  secure || (local && rule === 'auto');
