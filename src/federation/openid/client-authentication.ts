import { importJWK } from 'jose';
import * as client from 'openid-client';
import type { ClientKey, ProviderClient } from './provider-client.ts';
import { SocialTrouble } from './trouble.ts';

/** Returns how we authenticate at a token endpoint, as the library wants it. */
export async function clientAuthOf({
  authentication,
  clientId,
}: Pick<ProviderClient, 'authentication' | 'clientId'>): Promise<client.ClientAuth> {
  if (authentication.method === 'none') return client.None();
  if (authentication.method === 'private_key_jwt') {
    if (clientId.startsWith(authentication.origin))
      throw new SocialTrouble('The client ID looks like an issuer of this service');
    return byKey(authentication.keys);
  }
  const { secret, place } = authentication;
  if (place === 'header') return client.ClientSecretBasic(secret);
  if (place === 'body') return client.ClientSecretPost(secret);
  return bySecret(secret);
}

/** In the header where the provider takes that (RFC 6749 section 2.3.1), else in the body. */
function bySecret(secret: string): client.ClientAuth {
  const inHeader = client.ClientSecretBasic(secret);
  const inBody = client.ClientSecretPost(secret);
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    (methods.includes('client_secret_basic') ? inHeader : inBody)(server, ...rest);
  };
}

type PrivateKey = Exclude<Awaited<ReturnType<typeof importJWK>>, Uint8Array>;

/** RS256 is for providers that say nothing. ES256 is for those that say they take nothing else. */
const algorithms = ['RS256', 'ES256'] as const;

/**
 * Signs an assertion with the key of the tenant (RFC 7523). Its audience is the token endpoint, as OpenID Connect Core section 9
 * says and Okta requires. The assertion goes to this endpoint only, so that no other one can use it. Entra ID rejects it: there it must
 * have the thumbprint of an uploaded certificate, and our keys have none.
 */
async function byKey(keys: readonly ClientKey[]): Promise<client.ClientAuth> {
  const imported = new Map<string, { key: PrivateKey; kid: string }>();
  for (const alg of algorithms) {
    const signing = keys.find((one) => one.alg === alg);
    const key = signing && (await importJWK(signing, alg));
    if (signing && key && !(key instanceof Uint8Array)) imported.set(alg, { key, kid: signing.kid });
  }
  return (server, ...rest) => {
    const taken = server.token_endpoint_auth_signing_alg_values_supported ?? ['RS256'];
    const signing = imported.get(algorithms.find((alg) => taken.includes(alg)) ?? 'RS256');
    if (!signing) throw new TypeError('the tenant has no key that signs assertions');
    const modify = (_header: unknown, payload: Record<string, unknown>): void => {
      payload['aud'] = server.token_endpoint;
    };
    return client.PrivateKeyJwt(signing, { [client.modifyAssertion]: modify })(server, ...rest);
  };
}
