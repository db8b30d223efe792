import { hash, randomBytes } from 'node:crypto';
import { createLocalJWKSet, importJWK, type JWK, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import type { AccessToken, Provider, RefreshToken } from 'oidc-provider';
import { isFramed } from '../../lib/jwt.ts';
import { type ClientSettings, settingsOf } from './clients.ts';
import type { TenantSettings } from './parts.ts';
import { publicOf } from './public-keys.ts';
import { subjectFor } from './subjects.ts';
import { changeFind, formAccessTokens, type IssuedToken } from './patches.ts';
import { resourceNamed, resourcesByKey } from './resource-scopes.ts';
import { formatFor } from './resources.ts';
import { looksSigned, signedPrefix } from './signed-token-id.ts';

/** RFC 9068 section 4: the verifier finds the key in the key set. */
type Algorithm = ClientSettings['accessTokenSigningAlg'];
const type = 'at+jwt';

type Payload = Record<string, unknown>;

/** Signed access tokens of one instance. */
export interface SignedTokens {
  /**
   * Returns the name of a presented token inside the engine, which knows only tokens that it can look up. Callers
   * outside the service cannot make such a name. Anything else is returned unchanged.
   */
  nameOf: (presented: string) => Promise<string>;
  /** The `jti` of a token as its holders know it. */
  shownJti: (jti: string) => string;
  /** Signs a token with this `jti` for a subject. */
  sign: (alg: Algorithm, jti: string, subject: string | undefined, payload: Payload) => Promise<string>;
  /** Whether there is a key that signs. */
  canSign: (alg: Algorithm) => boolean;
  /** Returns the `jti` of a token that the tenant signed, if the token has not expired. @param now seconds since 1970 */
  verifiedJti: (presented: string, now: number) => Promise<string | undefined>;
}

/**
 * The verified claims of a token of the tenant. The claims stay true as long as the tenant has the same keys.
 */
interface Verified {
  jti: string;
  /** Seconds since 1970. */
  exp: number;
}

/** Tokens whose signatures an instance remembers. One takes about 200 bytes. */
const mostVerified = 1_000;

/**
 * Makes access tokens JWTs of RFC 9068 if the settings of the resource say so, or those of the client for a token without such a resource. Each token has a row like an opaque token,
 * so that it can be introspected, revoked and presented at userinfo. The signed tokens of the engine itself cannot do
 * that (protocols.md A4, 2). The id of the row cannot be presented, so a reader who sees the `jti` of a token in a log
 * has no token.
 */
export function signAccessTokens(
  provider: Provider,
  { keys, resources }: Pick<TenantSettings, 'keys' | 'resources'>,
): SignedTokens {
  const { issuer } = provider;
  const known = resourcesByKey(resources);
  const isSigned = ({ client, aud }: IssuedToken): boolean =>
    client !== undefined && formatFor(settingsOf(client), resourceNamed(known, [aud].flat()[0])) === 'jwt';
  const verified = `${randomBytes(32).toString('base64url')}~`;
  const row = signedPrefix;
  const published = createLocalJWKSet({ keys: keys.map(publicOf) });
  const keyFor = (algorithm: Algorithm): JWK | undefined => keys.find(({ alg }) => alg === algorithm);
  const imported = new Map<Algorithm, ReturnType<typeof importJWK>>();

  const sign: SignedTokens['sign'] = async (alg, jti, subject, payload) => {
    const signing = keyFor(alg);
    if (!signing) throw new Error(`there is no signing key for ${alg}`);
    const key = imported.get(alg) ?? importJWK(signing, alg);
    imported.set(alg, key);
    const { clientId, aud, iat, exp, scope, jkt, extra } = payload;
    return new SignJWT({
      ...(extra as object | undefined),
      iss: issuer,
      sub: subject ?? clientId,
      aud: aud ?? issuer,
      iat,
      exp,
      jti,
      client_id: clientId,
      ...(scope ? { scope } : {}),
      ...(jkt ? { cnf: { jkt } } : {}),
    } as Record<string, unknown>)
      .setProtectedHeader({ alg, typ: type, kid: signing.kid ?? '' })
      .sign(await key);
  };

  const verify = async (presented: string): Promise<JWTPayload | undefined> => {
    if (!isFramed(presented, 'access token')) return undefined;
    const options = { issuer, typ: type, algorithms: ['ES256', 'RS256'], requiredClaims: ['jti'] };
    const { payload } = await jwtVerify(presented, published, options).catch(() => ({ payload: undefined }));
    return payload;
  };
  const jtiOf = async (presented: string): Promise<string | undefined> => (await verify(presented))?.jti;

  const kept = new Map<string, Verified>();
  const verifiedJti: SignedTokens['verifiedJti'] = async (presented, now) => {
    const name = hash('sha256', presented, 'base64url');
    const known = kept.get(name);
    if (known) return known.exp > now ? known.jti : undefined;
    const { jti, exp, nbf } = (await verify(presented)) ?? {};
    if (jti === undefined || exp === undefined || nbf !== undefined) return undefined;
    const [oldest] = kept.size >= mostVerified ? kept.keys() : [];
    if (oldest !== undefined) kept.delete(oldest);
    kept.set(name, { jti, exp });
    return jti;
  };

  formAccessTokens(provider, {
    idFor: (token, id) => (isSigned(token) ? row + id : id),
    async valueFor(token, payload) {
      const { client } = token;
      if (!client || !token.jti.startsWith(row)) return undefined;
      const subject =
        payload['accountId'] === undefined
          ? undefined
          : await subjectFor(provider, client, (token as AccessToken).accountId);
      return sign(settingsOf(client).accessTokenSigningAlg, token.jti.slice(row.length), subject, payload);
    },
  });
  for (const model of [provider.AccessToken, provider.ClientCredentials]) {
    changeFind<IssuedToken>(model, async (presented, find) => {
      if (presented.startsWith(verified)) return find(row + presented.slice(verified.length));
      if (presented.startsWith(row)) return undefined;
      if (!looksSigned(presented)) return find(presented);
      const jti = await jtiOf(presented);
      return jti === undefined ? undefined : find(row + jti);
    });
  }

  // None of these is signed: a name of ours need not be looked for among them.
  changeFind<RefreshToken>(provider.RefreshToken, async (presented, find) =>
    presented.startsWith(verified) ? undefined : find(presented),
  );

  return {
    async nameOf(presented) {
      if (!looksSigned(presented)) return presented;
      const jti = await jtiOf(presented);
      return verified + (jti ?? '');
    },
    sign,
    canSign: (alg) => keyFor(alg) !== undefined,
    verifiedJti,
    shownJti: (jti) => (jti.startsWith(row) ? jti.slice(row.length) : jti),
  };
}
