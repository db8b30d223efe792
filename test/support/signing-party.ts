import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import type { Client } from './client.ts';
import { aRelyingParty, type RelyingParty } from './relying-party.ts';

/** A relying party with a key of its own. */
export interface SigningParty extends RelyingParty {
  privateKey: CryptoKey;
  /** A JWT of the client for the provider, good for a minute unless the claims say otherwise. */
  sign: (claims?: JWTPayload, header?: Record<string, unknown>) => Promise<string>;
  /** Signs an assertion that authenticates the client, and returns it as fields of a form. */
  assertion: (claims?: JWTPayload, header?: Record<string, unknown>) => Promise<Record<string, string>>;
}

type Algorithm = 'ES256' | 'RS256' | 'PS256' | 'EdDSA';

export async function aSigningParty(
  api: Client,
  fields: Record<string, unknown> = {},
  alg: Algorithm = 'ES256',
): Promise<SigningParty> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid: 'k1', use: 'sig' };
  const party = await aRelyingParty(api, {
    tokenEndpointAuthMethod: 'private_key_jwt',
    jwks: { keys: [jwk] },
    ...fields,
  });
  const { clientId, issuer } = party;
  const now = Math.floor(Date.now() / 1000);
  const sign: SigningParty['sign'] = (claims = {}, header = {}) =>
    new SignJWT({ iss: clientId, aud: issuer, iat: now, nbf: now, exp: now + 60, ...claims })
      .setProtectedHeader({ alg, kid: 'k1', ...header })
      .sign(privateKey);
  return {
    ...party,
    privateKey,
    sign,
    assertion: async (claims, header) => ({
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: await sign({ sub: clientId, jti: crypto.randomUUID(), ...claims }, header),
    }),
  };
}

/** Posts a form, without any header of authentication. */
export async function post(
  url: string,
  form: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(url, { method: 'POST', headers, body: new URLSearchParams(form) });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
