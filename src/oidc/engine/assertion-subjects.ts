import { createLocalJWKSet, type JWK, type JWTPayload, jwtVerify } from 'jose';
import { type Client, errors, type Provider, type TokenEndpointGrantContext } from 'oidc-provider';
import { isFramed } from '../../lib/jwt.ts';
import { findOidcSessionsOf } from '../sql/oidc-sessions.ts';
import { opened } from './adapter.ts';
import { origin } from './endings.ts';
import { RefusedGrant } from './errors.ts';
import { settingsOf } from './clients.ts';
import type { KeptGrant } from './granted.ts';
import type { EngineParts } from './parts.ts';
import { publicOf } from './public-keys.ts';

const idTokenType = 'urn:ietf:params:oauth:token-type:id_token';
const refreshTokenType = 'urn:ietf:params:oauth:token-type:refresh_token';

/** The user of an identity assertion, as the presented token proves the user. */
export interface AssertionSubject {
  accountId: string;
  grant: KeptGrant;
  /** In seconds since 1970. */
  authTime: number | undefined;
  acr: string | undefined;
  amr: string[] | undefined;
}

/** Reads what a client presents for an identity assertion. */
export type ReadSubject = (
  ctx: TokenEndpointGrantContext<object>,
  presented: { token: string; type: string; jkt: string | undefined },
) => Promise<AssertionSubject>;

/** The parts of the engine that reading needs. */
type Parts = Pick<EngineParts, 'pool' | 'sealer' | 'trail'>;

/**
 * Makes the reader of subject tokens (draft-ietf-oauth-identity-assertion-authz-grant-03 section 4.3.3): an ID token of the client, or its
 * refresh token. Access tokens are not accepted, because an API that was called with one would get assertions, too.
 * @throws {RefusedGrant, errors.InvalidRequest}
 */
export function subjectReader(
  provider: Provider,
  { orgId, keys }: { orgId: string; keys: readonly JWK[] },
  parts: Parts,
): ReadSubject {
  const published = createLocalJWKSet({ keys: keys.map(publicOf) });

  const byIdToken = async (client: Client, token: string): Promise<AssertionSubject> => {
    const refuse = (why: string): never => {
      throw new RefusedGrant(`the subject token ${why}`);
    };
    const claims = await verifiedIdToken(token, published, {
      issuer: provider.issuer,
      audience: client.clientId,
    });
    if (!claims?.sub || claims.aud !== client.clientId)
      return refuse('is not a valid ID token that this issuer gave to this client');
    const { sub, sid } = claims;
    if (typeof sid !== 'string')
      return refuse('has no sid, because the client had no assertionAudiences then; sign the user in again');
    const session = await sessionOf(orgId, { userId: sub, clientId: client.clientId, sid }, parts);
    const grant: KeptGrant | undefined = session && (await provider.Grant.find(session.grantId ?? ''));
    if (grant?.accountId !== sub || grant.clientId !== client.clientId)
      return refuse('is of a session that has ended; sign the user in again, or send a refresh token');
    const { auth_time: authTime, acr, amr } = claims as Record<string, unknown>;
    return {
      accountId: sub,
      grant,
      authTime: typeof authTime === 'number' ? authTime : undefined,
      acr: typeof acr === 'string' ? acr : undefined,
      amr: Array.isArray(amr) ? amr.filter((one) => typeof one === 'string') : undefined,
    };
  };

  const byRefreshToken = async (
    client: Client,
    token: string,
    jkt: string | undefined,
  ): Promise<AssertionSubject> => {
    const refuse = (): never => {
      throw new RefusedGrant('the subject token is not a valid refresh token of this client');
    };
    const found = await provider.RefreshToken.find(token);
    if (found?.clientId !== client.clientId || found.accountId === undefined || !found.scopes.has('openid'))
      return refuse();
    if (found.jkt !== undefined && found.jkt !== jkt)
      throw new RefusedGrant('the refresh token is bound to another key than the DPoP proof');
    const from = origin();
    // As at a refresh: a token that is used again may be stolen (RFC 9700 section 4.14.2).
    if (found.consumed && found.grantId !== undefined && from)
      await parts.trail.endFamily(
        { orgId, grantId: found.grantId },
        {
          reason: 'REFRESH_TOKEN_REUSED',
          client: { id: client.clientId, name: settingsOf(client).name },
          origin: from,
        },
      );
    if (found.consumed || !found.isValid) return refuse();
    const grant = await provider.Grant.find(found.grantId ?? '');
    if (grant?.accountId !== found.accountId || grant.clientId !== client.clientId) return refuse();
    const { accountId, authTime, acr, amr } = found;
    return { accountId, grant, authTime, acr, amr };
  };

  return async (ctx, { token, type, jkt }) => {
    if (type === idTokenType) return byIdToken(ctx.oidc.client, token);
    if (type === refreshTokenType) return byRefreshToken(ctx.oidc.client, token, jkt);
    throw new errors.InvalidRequest(`subject_token_type must be ${idTokenType} or ${refreshTokenType}`);
  };
}

/** Verifies an ID token of ours. @returns undefined for another JWT, such as a logout token or a signed response */
async function verifiedIdToken(
  token: string,
  published: ReturnType<typeof createLocalJWKSet>,
  expected: { issuer: string; audience: string },
): Promise<JWTPayload | undefined> {
  if (!isFramed(token, 'ID token')) return undefined;
  const options = { ...expected, algorithms: ['RS256', 'ES256'], requiredClaims: ['sub', 'exp', 'iat'] };
  return jwtVerify(token, published, options).then(
    ({ payload }) => payload,
    () => undefined,
  );
}

/** The session of the engine in which a client got an ID token. */
async function sessionOf(
  orgId: string,
  { userId, clientId, sid }: { userId: string; clientId: string; sid: string },
  { pool, sealer }: Pick<EngineParts, 'pool' | 'sealer'>,
): Promise<{ grantId?: string } | undefined> {
  for (const row of await findOidcSessionsOf(pool, orgId, userId)) {
    const text = opened(sealer, { orgId, model: 'Session', ...row });
    const { authorizations } = (text === null ? {} : JSON.parse(text)) as {
      authorizations?: Record<string, { sid?: string; grantId?: string }>;
    };
    const found = authorizations?.[clientId];
    if (found?.sid === sid) return found;
  }
  return undefined;
}
