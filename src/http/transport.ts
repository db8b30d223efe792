import type { IncomingMessage } from 'node:http';
import type { Config } from '../config.ts';
import { addressMatcher, isAddress, isLoopback, normalizeAddress } from '../lib/address.ts';

/** How a request reached us, believing only proxies the operator named (decisions 6.1, "Plain HTTP"). */
export interface Transport {
  /** The client's address; no address at all when the client was gone before it could be asked for. */
  address: string;
  /** The address of the direct peer, which may be a proxy. */
  peer: string;
  secure: boolean;
  /** Whether the peer is a program on this machine that does not forward requests. */
  local: boolean;
}

/** @returns a function that tells the transport of a request */
export function transportReader(
  config: Pick<Config, 'trustedProxies'>,
): (request: IncomingMessage) => Transport {
  const trusted = addressMatcher(config.trustedProxies);

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
    const hops = last('x-forwarded-for').map(normalizeAddress);
    const client = hops.find((hop) => !trusted(hop));
    return {
      address: client !== undefined && isAddress(client) ? client : peer,
      peer,
      secure: last('x-forwarded-proto')[0] === 'https',
      local: false,
    };
  };
}

/** Whether the request may go on over the scheme it came by. */
export const isAllowedScheme = ({ secure, local }: Transport, rule: Config['requireHttps']): boolean =>
  secure || (local && rule === 'auto');
