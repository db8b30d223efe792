/** The path of the API under the public origin. */
const apiPath = '/api/v1';

/** Returns the identifier of our API as a resource (RFC 8707), without a tenant. Only tokens of the command line are for it. */
export const ownApiOf = (baseUrl: string): string => `${new URL(baseUrl).origin}${apiPath}`;

/**
 * Returns the identifier of our API for one tenant. Its metadata can name the one server that gives tokens for it. The metadata of an identifier without
 * a tenant would have to list all tenants.
 */
export const ownApiOfTenant = (baseUrl: string, orgId: string): string => `${ownApiOf(baseUrl)}/${orgId}`;

/** Returns the address of the metadata of our API for a tenant (RFC 9728 section 3.1). */
export const metadataOfOwnApi = (baseUrl: string, orgId: string): string =>
  `${new URL(baseUrl).origin}/.well-known/oauth-protected-resource${apiPath}/${orgId}`;

/**
 * Tells whether a resource is our API, or could pass for it. A client of a stranger may not name such a resource, neither as one that it asks
 * tokens for, nor as one that it serves. The spelling does not matter: the scheme, the case, dots at the end of the host, default ports, encoded
 * characters, empty and dotted segments, a query, and a path under that of the API.
 */
export function isOwnApi(resource: string, baseUrl: string): boolean {
  const url = URL.parse(resource);
  const own = new URL(baseUrl);
  if (!url || hostOf(url) !== hostOf(own)) return false;
  const path = pathOf(url);
  return path === apiPath || path.startsWith(`${apiPath}/`);
}

const defaultPorts: readonly string[] = ['', '80', '443'];

/** Returns the host and the port. The default ports of both schemes count as one, because proxies lead from one to the other. */
function hostOf({ hostname, port }: URL): string {
  // The parser leaves the host of an unknown scheme as it was written.
  const name = hostname.toLowerCase().replace(/\.+$/, '');
  return defaultPorts.includes(port) ? name : `${name}:${port}`;
}

/** Returns the path without what servers overlook. Encoded characters may be encoded twice. */
function pathOf({ pathname }: URL): string {
  let path = pathname;
  for (let times = 0; times < 3; times++) path = decoded(path);
  const segments: string[] = [];
  for (const segment of path.toLowerCase().replaceAll('\\', '/').split('/')) {
    const [name = ''] = segment.split(';', 1);
    if (name === '..') segments.pop();
    else if (name !== '' && name !== '.') segments.push(name.trim());
  }
  return `/${segments.join('/')}`;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
