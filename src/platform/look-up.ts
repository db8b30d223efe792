import { Resolver } from 'node:dns/promises';
import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';

/** How a name becomes its addresses: at least one, or it throws. */
export type LookUp = (host: string) => Promise<LookupAddress[]>;

/**
 * Looks names up in the DNS alone: no hosts file, no search domains. The way of the system (getaddrinfo) takes one of
 * the four threads that also hash passwords. A tenant with slow name servers could stop every login with it. An address
 * stands for itself. `localhost` is loopback, and no name server can change that (RFC 6761 section 6.3). Names below
 * `invalid` are never asked for and have no address (section 6.4).
 * @param servers `address:port` each; those of the system when left out
 */
export function createLookUp(servers?: readonly string[]): LookUp {
  const resolver = new Resolver({ timeout: 5000, tries: 2 });
  if (servers !== undefined) resolver.setServers(servers);
  return async (host) => {
    const version = isIP(host);
    if (version !== 0) return [{ address: host, family: version }];
    if (host === 'localhost' || host.endsWith('.localhost')) return loopback;
    if (host === 'invalid' || host.endsWith('.invalid'))
      throw new Error('The name is in the reserved domain invalid');
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const found = [
      ...(v4.status === 'fulfilled' ? v4.value.map((address) => ({ address, family: 4 })) : []),
      ...(v6.status === 'fulfilled' ? v6.value.map((address) => ({ address, family: 6 })) : []),
    ];
    if (found.length === 0)
      throw new Error('The name has no address', { cause: v4.status === 'rejected' ? v4.reason : undefined });
    return found;
  };
}

const loopback: LookupAddress[] = [{ address: '127.0.0.1', family: 4 }];
