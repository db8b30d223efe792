import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { codeOf, type Finding, finding, hostOf, longestMs, type Patient } from './check.ts';

/** Checks whether the names of the service have addresses, and on its machine, whether its own name servers answer. */
export async function checkNames({ baseUrl, io: { env }, isHost }: Patient): Promise<Finding> {
  const { hostname } = new URL(baseUrl);
  const host = hostOf(hostname);
  if (isIP(host) === 0) {
    try {
      await lookup(host);
    } catch (error) {
      return finding('dns', 'failed', `The name ${host} has no address here (${codeOf(error)}).`);
    }
  }
  const servers = isHost
    ? (env['DNS_SERVERS'] ?? '')
        .split(',')
        .map((one) => one.trim())
        .filter(Boolean)
    : [];
  for (const server of servers) {
    const silent = await faultOf(server);
    if (silent !== undefined)
      return finding(
        'dns',
        'failed',
        `The name server ${server} of DNS_SERVERS does not answer (${silent}).`,
      );
  }
  if (servers.length > 0) return finding('dns', 'ok', `The name servers of DNS_SERVERS answer.`);
  return isIP(host) === 0
    ? finding('dns', 'ok', `The name ${host} has an address.`)
    : finding('dns', 'unknown', `${host} is an address, so no name was looked up.`);
}

/** Returns why a name server does not answer. That it knows no such name is an answer. */
async function faultOf(server: string): Promise<string | undefined> {
  const resolver = new Resolver({ timeout: longestMs, tries: 1 });
  try {
    resolver.setServers([server]);
    await resolver.resolveNs('.');
  } catch (error) {
    const code = codeOf(error);
    return ['ENOTFOUND', 'ENODATA'].includes(code) ? undefined : code;
  }
  return undefined;
}
