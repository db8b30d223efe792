// The hosts behind the client of a stranger: who speaks for it, and where it sends users.
import { isLoopbackHost } from '../lib/loopback-host.ts';
import type { ClientOrigin } from './client-origin.ts';
import { namesHost, refusalOfHost } from './document-setting.ts';
import { documentHostOf, isStranger } from './strangers.ts';

/** The addresses that decide the hosts of a client. */
export interface AgentAddresses {
  clientId: string;
  redirectUris: readonly string[];
}

/** The hosts of a client of a stranger. */
export interface AgentHosts {
  /** The host of its metadata document, with the port if it is not 443; null for a registration. */
  host: string | null;
  /** The hosts that users are sent back to, each once. A redirect to an app has its scheme in place of a host. */
  redirectHosts: string[];
  /** Whether all redirects go to a program on the computer of the user. */
  loopbackOnly: boolean;
}

/** Returns the hosts of a client as people read them. The host of a loopback address has no port, because any port will do. */
export function hostsOf({ clientId, redirectUris }: AgentAddresses): AgentHosts {
  const redirects = redirectUris.flatMap((uri) => URL.parse(uri) ?? []);
  return {
    host: documentHostOf(clientId) ?? null,
    redirectHosts: [...new Set(redirects.map(shownHost))].toSorted(),
    loopbackOnly: redirects.length > 0 && redirects.every(isLoopbackHost),
  };
}

const shownHost = (url: URL): string =>
  isLoopbackHost(url) ? url.hostname : ofTheWeb.has(url.protocol) ? url.host : url.protocol;

const ofTheWeb: ReadonlySet<string> = new Set(['https:', 'http:']);

/** Whether a client has this host, or sends users to it. */
export const hasHost = (client: AgentAddresses, wanted: string): boolean => {
  const { host, redirectHosts } = hostsOf(client);
  return host === wanted || redirectHosts.includes(wanted);
};

/**
 * Whether the host of a client, or a host that it sends users to, is blocked. Clients of administrators never are.
 * @param blocked hosts; `*.example.com` stands for all names below `example.com`
 */
export function isBlocked(
  client: AgentAddresses & { origin: ClientOrigin },
  blocked: readonly string[],
): boolean {
  if (blocked.length === 0 || !isStranger(client)) return false;
  const { host, redirectHosts } = hostsOf(client);
  const own = host === null ? redirectHosts : [host, ...redirectHosts];
  return own.some((one) => blocked.some((entry) => namesHost(entry, one)));
}

/** @returns what is allowed, when a host cannot be blocked */
export function refusalOfBlockedHost(entry: string): string | undefined {
  const refusal = refusalOfHost(entry);
  if (refusal !== undefined) return refusal;
  const url = URL.parse(`https://${entry.replace(/^\*\./, '')}/`);
  // It would name the computers of all users, and every agent that runs there.
  return url && isLoopbackHost(url) ? 'must not be the computer of the user' : undefined;
}
