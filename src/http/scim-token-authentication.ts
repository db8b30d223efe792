import type { Pool } from 'pg';
import type { Config } from '../config.ts';
import { scopeOf } from '../scim/scim-tokens.ts';
import { Failure } from '../failure.ts';
import { hashSecret, isWellFormedScimToken } from '../lib/secret.ts';
import { authenticateScimToken, type ScimTokenFinding } from '../scim/sql/scim-tokens.ts';
import type { Admission } from './admission.ts';
import { bearerOf } from './bearer.ts';
import { type Effort, efforts } from './effort.ts';
import type { RequestContext } from './request-context.ts';
import { scimTokenBucket } from './limits.ts';

/**
 * Authenticates SCIM tokens (decisions 6.9): a token opens the paths of its own tenant only, and nothing else opens them.
 *
 * The function throws {Failure} SCIM_TOKEN_EXPIRED, SCIM_TOKEN_INVALID for every other cause alike, and {RateLimited}.
 */
export function scimAuthenticator(
  pool: Pool,
  limits: Pick<Config, 'rateLimitPerMinute' | 'rateLimitBurst' | 'scimRateLimitPerMinute'>,
  effort: Effort,
): (context: RequestContext) => Promise<Admission> {
  const limit = limits.scimRateLimitPerMinute;
  // 0 for the key switches every bucket off (decisions 6.1).
  const off = limit === 0 || limits.rateLimitPerMinute === 0;
  const bucket = scimTokenBucket(pool, { limit, burst: limits.rateLimitBurst });

  return async (context) => {
    const { id, name, orgId, environment, profile, permissions, now } = await activeToken(pool, context);
    if (!off) bucket.check(id);
    const standing = off ? undefined : await bucket.count(id);
    effort.check(orgId, now);
    const actor = { type: 'SCIM' as const, id, name };
    const scopes = permissions.map((permission) => scopeOf[permission]);
    const caller = { orgId, environment, actor, scopes, tokenId: id, tokenName: name, profile, permissions };
    return { caller, standing, now };
  };
}

/**
 * Checks that the token of a bulk request is still valid. A thousand steps may take minutes, and a revoked token must
 * end them. The check counts no request.
 *
 * The function throws {Failure} SCIM_TOKEN_EXPIRED, SCIM_TOKEN_INVALID, {RateLimited}.
 */
export const scimTokenCheck =
  (pool: Pool, effort: Effort) =>
  async (context: RequestContext): Promise<void> => {
    const { orgId, now } = await activeToken(pool, context);
    effort.check(orgId, now, -(context.reserved ?? 0));
  };

/** What a request may cost, in milliseconds of CPU: 600 a minute are a fifth of a core. */
const ofARequest = 20;
/** The share of each tenant: a fifth of a core for long, and a bulk request of the largest size at once. */
const share = { perSecond: 200, most: 6_000 };

/** What SCIM requests of each tenant may cost this process; without a limit of requests, as much as they like. */
export const scimEffort = ({
  rateLimitPerMinute,
  scimRateLimitPerMinute: limit,
}: Pick<Config, 'rateLimitPerMinute' | 'scimRateLimitPerMinute'>): Effort =>
  limit === 0 || rateLimitPerMinute === 0
    ? { check: () => undefined, spend: () => undefined }
    : efforts({
        perSecond: Math.min(share.perSecond, (limit * ofARequest) / 60),
        most: Math.min(share.most, (limit * ofARequest) / 2),
        limit,
        detail:
          'the requests of this organization take too much work; retry after the seconds in Retry-After, with fewer filters and operations',
      });

async function activeToken(pool: Pool, { request, path }: RequestContext): Promise<ScimTokenFinding> {
  const secret = bearerOf(request);
  if (secret === undefined || !isWellFormedScimToken(secret)) throw new Failure('SCIM_TOKEN_INVALID');
  const found = await authenticateScimToken(pool, hashSecret(secret));
  // Okta takes no underscore in a base URL, so that of the organization may be a hyphen.
  const isItsOwn = found?.orgId === path['orgId']?.replace(/^org-/, 'org_');
  if (!found || found.status === 'REVOKED' || !isItsOwn) throw new Failure('SCIM_TOKEN_INVALID');
  if (found.status === 'EXPIRED') throw new Failure('SCIM_TOKEN_EXPIRED');
  return found;
}
