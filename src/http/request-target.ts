import type { IncomingMessage } from 'node:http';

/** `*` asks about the server, with OPTIONS alone. */
type TargetForm = 'path' | 'server';

/** An authority without a user, which RFC 9110 section 4.2.4 has servers treat as an error, and without a fragment. */
const absolute = /^https?:\/\/([^/?#@]+)((?:[/?][^#]*)?)$/i;

/**
 * Tells the form of a target (RFC 9112 section 3.2). A target in absolute form becomes the path of the request, and its host replaces
 * the Host header, which a server must ignore then (section 3.2.2). Other targets stay as they are, and no operation has such a path.
 */
export function readTarget(request: IncomingMessage): TargetForm {
  const { url = '' } = request;
  if (url.startsWith('/')) return 'path';
  if (url === '*') return request.method === 'OPTIONS' ? 'server' : 'path';
  const [, authority, rest = ''] = absolute.exec(url) ?? [];
  if (authority === undefined || !URL.canParse(url)) return 'path';
  request.url = rest.startsWith('/') ? rest : `/${rest}`;
  request.headers.host = authority;
  return 'path';
}
