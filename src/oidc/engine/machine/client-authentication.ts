import { compactVerify } from 'jose';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { framed } from '../../../lib/jwt.ts';
import { isClientSecret } from '../../client-secret.ts';
import { clientAlgorithms } from '../clients.ts';
import { keysOfClient } from '../patches.ts';
import { assertAssertion } from '../signed-requests.ts';
import type { KnownClient, knownClients } from './clients.ts';
import type { Proof } from '../../used-proofs.ts';
import { epochSeconds, fieldsOf, type MachineRequest } from './request.ts';

/** A client that has proved who it is. */
export interface AuthenticatedClient extends KnownClient {
  /** The assertion of the client, which must not have been used before. */
  assertion: Proof | undefined;
}

/** The provider, the clients and the addresses of an endpoint. */
export interface Endpoint {
  provider: Provider;
  clientOf: ReturnType<typeof knownClients>;
  /** Its address, and that of the token endpoint: an assertion may name either, or the issuer. */
  url: string;
  tokenUrl: string;
}

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
/** The engine's own tolerance. In seconds. */
const skew = 15;

/**
 * Authenticates a client by a secret or an assertion (RFC 6749 section 2.3, RFC 7523), by the rules of the engine.
 * @returns undefined for everything that the engine refuses, and for what only the engine knows: public clients, and keys that must
 * be fetched
 */
export async function authenticated(
  request: MachineRequest,
  endpoint: Endpoint,
): Promise<AuthenticatedClient | undefined> {
  const { form, header, ahead } = request;
  const fields = fieldsOf(form, ['client_id', 'client_secret', 'client_assertion', 'client_assertion_type']);
  if (!fields) return undefined;
  const { client_id: named, client_secret: posted, client_assertion: assertion } = fields;
  const authorization = header('authorization');
  if ([authorization, posted, assertion].filter(Boolean).length !== 1) return undefined;
  // The engine refuses an empty header beside an assertion.
  if (assertion !== undefined && authorization !== undefined) return undefined;

  if (assertion !== undefined) {
    if (fields.client_assertion_type !== assertionType) return undefined;
    return byAssertion(assertion, named, request, endpoint);
  }
  const basic = posted === undefined ? readBasic(authorization ?? '') : undefined;
  const clientId = basic?.clientId ?? named;
  const secret = posted ?? basic?.secret;
  if (!clientId || !secret || (named !== undefined && named !== clientId)) return undefined;
  const known = endpoint.clientOf(ahead, clientId);
  if (!known?.row.tokenEndpointAuthMethod.startsWith('client_secret_')) return undefined;
  return isClientSecret(known.row, secret) ? { ...known, assertion: undefined } : undefined;
}

/** Reads the header of RFC 6749 section 2.3.1. Both parts are encoded as fields of a form. */
function readBasic(authorization: string): { clientId: string; secret: string } | undefined {
  const encoded = /^basic ([A-Za-z0-9+/]+={0,2})$/i.exec(authorization)?.[1];
  if (encoded === undefined || !isPadded(encoded)) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon === -1) return undefined;
  try {
    return { clientId: decoded(text.slice(0, colon)), secret: decoded(text.slice(colon + 1)) };
  } catch {
    return undefined;
  }
}

function isPadded(encoded: string): boolean {
  const length = encoded.replace(/=+$/, '').length;
  const padding = encoded.length - length;
  return padding === 0 ? length % 4 !== 1 : encoded.length % 4 === 0 && padding === 4 - (length % 4);
}

function decoded(part: string): string {
  const text = decodeURIComponent(part.replaceAll('+', '%20'));
  if (/[^\x20-\x7e]/.test(text)) throw new Error('a character that no client has');
  return text;
}

/** Reads and verifies an assertion. The checks are those of the engine, and then those of `signed-requests.ts`. */
async function byAssertion(
  assertion: string,
  named: string | undefined,
  { header: headerOf, ahead }: MachineRequest,
  { provider, clientOf, url, tokenUrl }: Endpoint,
): Promise<AuthenticatedClient | undefined> {
  try {
    const read = framed(assertion, 'client assertion');
    if ('fault' in read) return undefined;
    const { header, claims } = read.jwt;
    const { sub, iss, jti, exp, nbf, iat, aud } = claims;
    if (typeof sub !== 'string' || (named !== undefined && named !== sub)) return undefined;
    const known = clientOf(ahead, sub);
    const method = known?.row.tokenEndpointAuthMethod;
    if (!known || method !== 'private_key_jwt' || known.row.jwksUri !== null) return undefined;
    const now = epochSeconds(ahead);
    const expected = new Set([provider.issuer, tokenUrl, url]);
    const isSound =
      iss === sub &&
      typeof jti === 'string' &&
      jti !== '' &&
      typeof exp === 'number' &&
      now - skew < exp &&
      (nbf === undefined || (typeof nbf === 'number' && nbf <= now + skew)) &&
      typeof iat === 'number' &&
      [aud].flat().every((one) => typeof one === 'string' && expected.has(one)) &&
      [aud].flat().length > 0 &&
      clientAlgorithms.some((one) => one === header['alg']);
    if (!isSound || !(await isSignedBy(known, assertion, header))) return undefined;
    const context = {
      oidc: {
        provider,
        issuer: provider.issuer,
        params: { client_assertion: assertion },
        clientJwtAuthExpectedAudience: () => expected,
      },
      get: (name: string) => headerOf(name) ?? '',
    } as unknown as KoaContextWithOIDC;
    assertAssertion(context, claims, header, known.client);
    return { ...known, assertion: { issuer: sub, jti, until: exp + skew } };
  } catch {
    // The engine refuses it and says why.
    return undefined;
  }
}

async function isSignedBy(
  { client }: KnownClient,
  assertion: string,
  { alg, kid }: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  const named = { alg: String(alg), kid: typeof kid === 'string' ? kid : undefined };
  for (const key of keysOfClient(client, named)) {
    const isGood = await compactVerify(assertion, key).then(
      () => true,
      () => false,
    );
    if (isGood) return true;
  }
  return false;
}
