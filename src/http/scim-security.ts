import type { Pool } from 'pg';
import type { Config } from '../config.ts';
import { scopeOf } from '../domain/scim-tokens.ts';
import { Failure } from '../failure.ts';
import { hashSecret, isWellFormedScimToken } from '../lib/secret.ts';
import { authenticateScimToken, type ScimTokenFinding } from '../queries/authenticate-scim-token.ts';
import { bearerOf } from './bearer.ts';
import type { Exchange } from './exchange.ts';
import { scimTokenBucket } from './limits.ts';
import type { Admission } from './security.ts';

/**
 * Authenticates SCIM tokens (decisions 6.9): a token opens the paths of its own tenant only, and nothing else opens them.
 *
 * The function throws {Failure} SCIM_TOKEN_EXPIRED, SCIM_TOKEN_INVALID for every other cause alike, and {RateLimited}.
 */
export function scimAuthenticator(
  pool: Pool,
  limits: Pick<Config, 'rateLimitPerMinute' | 'rateLimitBurst' | 'scimRateLimitPerMinute'>,
): (exchange: Exchange) => Promise<Admission> {
  const limit = limits.scimRateLimitPerMinute;
  // 0 for the key switches every bucket off (decisions 6.1).
  const off = limit === 0 || limits.rateLimitPerMinute === 0;
  const bucket = scimTokenBucket(pool, { limit, burst: limits.rateLimitBurst });

  return async (exchange) => {
    const { id, name, orgId, environment, profile, permissions, now } = await activeToken(pool, exchange);
    if (!off) bucket.check(id);
    const standing = off ? undefined : await bucket.count(id);
    const actor = { type: 'SCIM' as const, id, name };
    const scopes = permissions.map((permission) => scopeOf[permission]);
    const caller = { orgId, environment, actor, scopes, tokenId: id, tokenName: name, profile, permissions };
    return { caller, standing, now };
  };
}

/**
 * That the token of a bulk request is still good: a thousand steps may take minutes, and whoever revokes it wants them to
 * end. It counts no request.
 *
 * The function throws {Failure} SCIM_TOKEN_EXPIRED, SCIM_TOKEN_INVALID.
 */
export const scimTokenCheck =
  (pool: Pool) =>
  async (exchange: Exchange): Promise<void> => {
    await activeToken(pool, exchange);
  };

async function activeToken(pool: Pool, { request, path }: Exchange): Promise<ScimTokenFinding> {
  const secret = bearerOf(request);
  if (secret === undefined || !isWellFormedScimToken(secret)) throw new Failure('SCIM_TOKEN_INVALID');
  const found = await authenticateScimToken(pool, hashSecret(secret));
  // Okta takes no underscore in a base URL, so that of the organization may be a hyphen.
  const isItsOwn = found?.orgId === path['orgId']?.replace(/^org-/, 'org_');
  if (!found || found.status === 'REVOKED' || !isItsOwn) throw new Failure('SCIM_TOKEN_INVALID');
  if (found.status === 'EXPIRED') throw new Failure('SCIM_TOKEN_EXPIRED');
  return found;
}
