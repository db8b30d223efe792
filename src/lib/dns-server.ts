import { getServers } from 'node:dns';
import { isIP, isIPv6 } from 'node:net';

/** A name server that is asked: one member of `DNS_SERVERS` (decisions section 8). */
export interface DnsServer {
  address: string;
  port: number;
}

const usualPort = 53;

/**
 * Reads an address with or without a port: `192.0.2.53`, `192.0.2.53:5353`, `2001:db8::53`, `[2001:db8::53]:5353`.
 * @returns undefined for other text
 */
export function readDnsServer(text: string): DnsServer | undefined {
  if (isIP(text) !== 0) return { address: text, port: usualPort };
  const [, v6, v4, digits] = /^(?:\[([^[\]]+)\]|([^:[\]]+)):([1-9]\d{0,4})$/.exec(text) ?? [];
  const port = Number(digits);
  const address = v6 ?? v4 ?? '';
  const isAddress = v6 === undefined ? isIP(address) === 4 : isIPv6(address);
  return isAddress && port <= 65_535 ? { address, port } : undefined;
}

/** The name servers of the system. Node writes them with a port if it is not the usual one. */
export const systemDnsServers = (): DnsServer[] => getServers().flatMap((text) => readDnsServer(text) ?? []);
