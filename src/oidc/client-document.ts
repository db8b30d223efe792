import { cut } from '../lib/cut.ts';
import { parseJson } from '../lib/json.ts';
import { oneLine } from '../lib/line.ts';
import { isObject } from '../lib/object.ts';
import { isLoopbackHost } from '../lib/loopback-host.ts';
import type { MayReach } from '../lib/public-url.ts';
import { refusalOfUrl } from '../lib/public-url.ts';
import type { DocumentProblem } from './document-problem.ts';
import type { OidcClientSettings } from './entities/oidc-client.ts';
import { refusalOfPublicJwk, tellsSecret } from './public-jwk.ts';
import { refusalOfPage, refusalOfRedirectUri } from './redirect-uri.ts';
import { strangerGrants } from './strangers.ts';

/** The settings of a client that its document decides. All others are those of each stranger (`strangerSettings`). */
export type DocumentClient = Pick<
  OidcClientSettings,
  | 'name'
  | 'clientUri'
  | 'applicationType'
  | 'redirectUris'
  | 'grantTypes'
  | 'tokenEndpointAuthMethod'
  | 'idTokenSignedResponseAlg'
  | 'jwks'
  | 'jwksUri'
  | 'dpopBoundAccessTokens'
>;

/** A refusal of a document, and the name of the field that it is for. */
export interface Refused {
  problem: DocumentProblem;
  field?: string;
}

type Members = Readonly<Record<string, unknown>>;

const mostRedirects = 30;
const mostKeys = 10;
const mostName = 100;

/**
 * Reads a document (RFC 7591 section 2, with the restrictions of the draft, section 4.1). Unknown names and what no stranger can have are
 * ignored. What would make the client another one than it says is refused.
 * @param url the address that it was read from, which it must name byte for byte
 * @param loopbackRedirects whether the tenant allows programs on the computer of the user
 */
export function readDocument(
  bytes: Uint8Array,
  url: string,
  { loopbackRedirects, mayReach }: { loopbackRedirects: boolean; mayReach: MayReach },
): { client: DocumentClient } | Refused {
  const document = membersOf(bytes);
  if (!document) return { problem: 'NOT_JSON' };
  if (document['client_id'] !== url) return { problem: 'OTHER_CLIENT_ID', field: 'client_id' };
  const refusal =
    secretIn(document) ??
    refusalOfGrants(document) ??
    refusalOfRedirects(document['redirect_uris'], loopbackRedirects) ??
    refusalOfKeys(document, mayReach);
  if (refusal) return refusal;
  const redirectUris = document['redirect_uris'] as string[];
  const isAuthenticated = methodOf(document) === 'private_key_jwt';
  const algorithm = document['id_token_signed_response_alg'] ?? 'RS256';
  if (algorithm !== 'RS256' && algorithm !== 'ES256')
    return { problem: 'FIELD', field: 'id_token_signed_response_alg' };
  const grants = grantsOf(document);
  return {
    client: {
      name: nameIn(document, url),
      clientUri: pageIn(document, url),
      // A program on a device, and no server: the engine asks its users each time, and lets the port of a loopback address differ.
      applicationType: redirectUris.every((uri) => uri.startsWith('https:')) ? 'web' : 'native',
      redirectUris,
      grantTypes: strangerGrants.filter((grant) => grants.includes(grant)),
      tokenEndpointAuthMethod: isAuthenticated ? 'private_key_jwt' : 'none',
      idTokenSignedResponseAlg: algorithm,
      jwks: isAuthenticated ? ((document['jwks'] ?? null) as DocumentClient['jwks']) : null,
      jwksUri: isAuthenticated ? ((document['jwks_uri'] ?? null) as string | null) : null,
      dpopBoundAccessTokens: document['dpop_bound_access_tokens'] === true,
    },
  };
}

function membersOf(bytes: Uint8Array): Members | undefined {
  try {
    const value = parseJson(bytes, { maxDepth: 8 });
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** There is no way to agree on a secret, so a document with one has shown it to everybody (the draft, section 4.1). */
function secretIn(document: Members): Refused | undefined {
  const field = ['client_secret', 'client_secret_expires_at'].find((name) => name in document);
  return field === undefined ? undefined : { problem: 'SECRET', field };
}

const grantsOf = (document: Members): unknown[] =>
  document['grant_types'] === undefined ? ['authorization_code'] : [document['grant_types']].flat();

/** Further grants are ignored: the client is told at the token endpoint that it does not have them (RFC 7591 section 3.2.1). */
function refusalOfGrants(document: Members): Refused | undefined {
  if (!grantsOf(document).includes('authorization_code')) return { problem: 'GRANTS', field: 'grant_types' };
  const types = document['response_types'];
  return types === undefined || [types].flat().includes('code')
    ? undefined
    : { problem: 'GRANTS', field: 'response_types' };
}

function refusalOfRedirects(uris: unknown, loopbackRedirects: boolean): Refused | undefined {
  const field = 'redirect_uris';
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > mostRedirects)
    return { problem: 'NO_REDIRECTS', field };
  for (const uri of uris) {
    if (typeof uri !== 'string' || refusalOfRedirectUri(uri, true) !== undefined)
      return { problem: 'REDIRECT', field };
    if (uri.startsWith('http:') && !loopbackRedirects) return { problem: 'LOOPBACK', field };
    // A certificate for a loopback address proves nothing.
    if (uri.startsWith('https:') && isLoopbackHost(new URL(uri))) return { problem: 'REDIRECT', field };
  }
  return undefined;
}

/** Without a method, a document has no keys, so its client cannot authenticate. */
const methodOf = (document: Members): unknown => document['token_endpoint_auth_method'] ?? 'none';

function refusalOfKeys(document: Members, mayReach: MayReach): Refused | undefined {
  const method = methodOf(document);
  const { jwks, jwks_uri: uri } = document;
  if (method !== 'none' && method !== 'private_key_jwt')
    return { problem: 'METHOD', field: 'token_endpoint_auth_method' };
  // Also of a document that does not use them: its owner has shown them to everybody.
  if (jwks !== undefined && !isKeySet(jwks)) return { problem: 'KEYS', field: 'jwks' };
  if (method === 'none') return undefined;
  if ((jwks === undefined) === (uri === undefined)) return { problem: 'KEYS', field: 'jwks' };
  if (uri !== undefined && (typeof uri !== 'string' || refusalOfUrl(uri, mayReach) !== undefined))
    return { problem: 'KEYS', field: 'jwks_uri' };
  return undefined;
}

function isKeySet(jwks: unknown): boolean {
  const keys = isObject(jwks) ? jwks['keys'] : undefined;
  if (!Array.isArray(keys) || keys.length === 0 || keys.length > mostKeys) return false;
  return keys.every(
    (key) =>
      isObject(key) && key['kty'] !== 'oct' && !tellsSecret(key) && refusalOfPublicJwk(key) === undefined,
  );
}

/** A stranger wrote the name. The host stands beside it on every page. */
function nameIn(document: Members, url: string): string {
  const given = document['client_name'];
  const name = typeof given === 'string' ? cut(oneLine(given), mostName).trim() : '';
  return name === '' ? cut(new URL(url).host, mostName) : name;
}

/** A page of the host itself. A page of another host may belong to the owner of a name that the client uses. */
function pageIn(document: Members, url: string): string | null {
  const page = document['client_uri'];
  if (typeof page !== 'string' || page.length > 2048 || refusalOfPage(page) !== undefined) return null;
  return new URL(page).host === new URL(url).host ? page : null;
}
