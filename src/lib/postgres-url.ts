// URLs of Postgres with one host or several, as libpq reads them ("Specifying Multiple Hosts" in its documentation).

/** The statements that a session must allow: writes, writes unless a setting forbids them, or nothing. */
export type SessionAttributes = 'read-write' | 'primary' | 'any';

/** One host of a URL. */
export interface PostgresServer {
  /** The host and port as messages show them. They contain no password. */
  readonly name: string;
  /** A URL with this host alone. */
  readonly url: string;
}

export interface PostgresUrl {
  readonly servers: readonly PostgresServer[];
  readonly wanted: SessionAttributes;
}

const attributes: readonly SessionAttributes[] = ['read-write', 'primary', 'any'];
const parameter = 'target_session_attrs';

const form = /^(postgres(?:ql)?:\/\/)(?=.)([^/?#\s]*)([^?#\s]*)(?:\?([^#\s]*))?$/;
/** A name, an IPv4 address, or an IPv6 address in brackets; then maybe a port. */
const hostForm = /^([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::(\d{1,5}))?$/;
const defaultPort = '5432';

/** Reads a URL of a database. Without `target_session_attrs`, sessions must allow writes. @returns undefined if it is malformed */
export function readPostgresUrl(text: string): PostgresUrl | undefined {
  const [, scheme, authority, path, query = ''] = form.exec(text) ?? [];
  if (scheme === undefined || authority === undefined || path === undefined) return undefined;
  const pairs = query.split('&').filter((pair) => pair !== '');
  const isWanted = (pair: string): boolean => pair.startsWith(`${parameter}=`);
  const [asked = 'read-write', ...more] = pairs
    .filter(isWanted)
    .map((pair) => pair.slice(parameter.length + 1));
  const wanted = attributes.find((one) => one === asked);
  if (!wanted || more.length > 0) return undefined;
  const others = pairs.filter((pair) => !isWanted(pair));
  const rest = path + (others.length > 0 ? `?${others.join('&')}` : '');

  const at = authority.lastIndexOf('@') + 1;
  const [login, hosts] = [authority.slice(0, at), authority.slice(at).split(',')];
  const serverAt = (host: string): PostgresServer => ({
    name: shown(host),
    url: scheme + login + host + rest,
  });
  // The driver has more forms of a single host, such as the folder of a socket.
  if (hosts.length > 1 && !hosts.every(isHost)) return undefined;
  return { servers: hosts.map(serverAt), wanted };
}

function isHost(host: string): boolean {
  const [found, , port = defaultPort] = hostForm.exec(host) ?? [];
  return found !== undefined && Number(port) >= 1 && Number(port) <= 65_535;
}

function shown(host: string): string {
  const [, name = host, port = defaultPort] = hostForm.exec(host) ?? [];
  return `${name}:${port}`;
}
