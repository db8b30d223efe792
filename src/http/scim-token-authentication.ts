import type { Pool } from 'pg';
import type { Config } from '../config.ts';
import { scopeOf } from '../scim/scim-tokens.ts';
import { Failure } from '../failure.ts';
import { addressMatcher } from '../lib/address.ts';
import { hashSecret, isWellFormedScimToken } from '../lib/secret.ts';
import {
  authenticateScimToken,
  authenticateScimTokens,
  type PresentedScimToken,
  type ScimTokenFinding,
} from '../scim/sql/scim-tokens.ts';
import { batched } from '../platform/batch.ts';
import type { Admission } from './admission/admission.ts';
import { bearerOf } from './bearer.ts';
import { boundless, type Effort, efforts } from './admission/effort.ts';
import type { KnownCallers } from './admission/known-callers.ts';
import type { RequestContext } from './request-context.ts';
import { rateWindows } from './admission/limits.ts';

/**
 * Authenticates SCIM tokens (decisions 6.9): a token opens the paths of its own tenant only, from its own addresses only, and nothing
 * else opens them.
 *
 * @param known remembers the tokens that were let in
 *
 * The function throws {Failure} SCIM_TOKEN_EXPIRED, SCIM_TOKEN_INVALID for every other cause alike, and {RateLimited}.
 */
export function scimAuthenticator(
  pool: Pool,
  limits: Pick<Config, 'rateLimitPerMinute' | 'rateLimitBurst' | 'scimRateLimitPerMinute'>,
  effort: Effort,
  known: KnownCallers,
): (context: RequestContext) => Promise<Admission> {
  const limit = limits.scimRateLimitPerMinute;
  // 0 for the key switches every bucket off (decisions 6.1).
  const off = limit === 0 || limits.rateLimitPerMinute === 0;
  const windows = rateWindows({ limit, burst: limits.rateLimitBurst });
  const authenticate = batched<Presented, Found | undefined>((all) => authenticateAll(pool, all));
  const live = (found: Found | undefined, presented: Omit<Presented, 'requests'>): ScimTokenFinding => {
    try {
      return active(found?.finding, presented);
    } catch (error) {
      known.forget(nameOf(presented));
      throw error;
    }
  };

  return async (context) => {
    const presented = presentedIn(context);
    const key = presented.tokenHash.toString('hex');
    // A spent window is not written again.
    const isSpent = !off && windows.isSpent(key);
    let found = await authenticate({ ...presented, requests: off || isSpent ? 0 : 1 });
    if (isSpent) {
      live(found, presented);
      windows.check(key);
      // The window ended meanwhile.
      found = await authenticate({ ...presented, requests: 1 });
    }
    const { id, name, orgId, environment, profile, permissions, now } = live(found, presented);
    known.note(nameOf(presented), orgId, context.started);
    const standing = found?.counted && windows.note(key, found.counted);
    effort.check(orgId, now);
    const actor = { type: 'SCIM' as const, id, name };
    const scopes = permissions.map((permission) => scopeOf[permission]);
    const caller = { orgId, environment, actor, scopes, tokenId: id, tokenName: name, profile, permissions };
    return { caller, standing, now };
  };
}

type Presented = PresentedScimToken;

/** A token at the paths of a tenant. */
const nameOf = ({ orgId, tokenHash }: Omit<Presented, 'requests'>): string =>
  `${orgId}:${tokenHash.toString('latin1')}`;

/** Whether a request has a text with the form and the check digits of a token. */
export function hasScimToken({ request }: RequestContext): boolean {
  const secret = bearerOf(request);
  return secret !== undefined && isWellFormedScimToken(secret);
}

/** Tells whether this node has let the token of a request in a short while ago. */
export const isKnownToken = (context: RequestContext, known: KnownCallers): boolean =>
  hasScimToken(context) && known.has(nameOf(presentedIn(context)), context.started);

interface Found {
  finding: ScimTokenFinding;
  /** Absent where the request was not counted. */
  counted: { position: number; resetAt: number; secondsLeft: number } | undefined;
}

/** Authenticates the tokens of several requests with one statement, and tells each request which of its window it is. */
async function authenticateAll(pool: Pool, all: readonly Presented[]): Promise<(Found | undefined)[]> {
  const keyOf = ({ tokenHash, orgId }: Presented): string => `${tokenHash.toString('hex')} ${orgId}`;
  const requestsOf = (some: readonly Presented[]): number =>
    some.reduce((sum, { requests }) => sum + requests, 0);
  const grouped = Map.groupBy(all, (one) => `${keyOf(one)} ${one.address}`);
  const found = await authenticateScimTokens(
    pool,
    [...grouped.values()].flatMap((some) => (some[0] ? [{ ...some[0], requests: requestsOf(some) }] : [])),
  );
  const counting = all.filter((one) => {
    const finding = found.get(one.tokenHash.toString('hex'))?.finding;
    return finding !== undefined && isAllowedFrom(finding, one);
  });
  const left = new Map([...Map.groupBy(counting, keyOf)].map(([key, some]) => [key, requestsOf(some)]));
  return all.map((one) => {
    const row = found.get(one.tokenHash.toString('hex'));
    if (!row) return undefined;
    const { finding, window } = row;
    const isCounted = one.requests > 0 && finding.orgId === one.orgId && isAllowedFrom(finding, one);
    if (!window || !isCounted) return { finding, counted: undefined };
    const behind = (left.get(keyOf(one)) ?? 0) - one.requests;
    left.set(keyOf(one), behind);
    const { count, resetAt, secondsLeft } = window;
    return { finding, counted: { position: count - behind, resetAt, secondsLeft } };
  });
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

/** The CPU time of each request, in milliseconds: 600 requests a minute are a fifth of a core. */
const ofARequest = 20;
/** The share of each tenant: a fifth of a core for long, and a bulk request of the largest size at once. */
const share = { perSecond: 200, most: 6_000 };

/**
 * Bounds what SCIM requests of each tenant cost this process. Without a limit of requests, there is no bound.
 */
export const scimEffort = ({
  rateLimitPerMinute,
  scimRateLimitPerMinute: limit,
}: Pick<Config, 'rateLimitPerMinute' | 'scimRateLimitPerMinute'>): Effort =>
  limit === 0 || rateLimitPerMinute === 0
    ? boundless
    : efforts({
        perSecond: Math.min(share.perSecond, (limit * ofARequest) / 60),
        most: Math.min(share.most, (limit * ofARequest) / 2),
        limit,
        detail:
          'the requests of this organization take too much work; retry after the seconds in Retry-After, with fewer filters and operations',
      });

async function activeToken(pool: Pool, context: RequestContext): Promise<ScimTokenFinding> {
  const presented = presentedIn(context);
  return active(await authenticateScimToken(pool, presented.tokenHash, presented.address), presented);
}

const isAllowedFrom = (
  { allowedIps }: Pick<ScimTokenFinding, 'allowedIps'>,
  { address }: Pick<Presented, 'address'>,
): boolean => allowedIps === null || (address !== null && addressMatcher(allowedIps)(address));

function presentedIn({ request, path, transport: { address } }: RequestContext): Omit<Presented, 'requests'> {
  const secret = bearerOf(request);
  if (secret === undefined || !isWellFormedScimToken(secret)) throw new Failure('SCIM_TOKEN_INVALID');
  // Okta takes no underscore in a base URL, so that of the organization may be a hyphen.
  return { tokenHash: hashSecret(secret), address, orgId: path['orgId']?.replace(/^org-/, 'org_') ?? '' };
}

function active(
  found: ScimTokenFinding | undefined,
  presented: Pick<Presented, 'orgId' | 'address'>,
): ScimTokenFinding {
  if (!found || found.status === 'REVOKED' || found.orgId !== presented.orgId)
    throw new Failure('SCIM_TOKEN_INVALID');
  // The same answer as for a wrong token: a finder of the token learns nothing of its addresses.
  if (!isAllowedFrom(found, presented)) throw new Failure('SCIM_TOKEN_INVALID');
  if (found.status === 'EXPIRED') throw new Failure('SCIM_TOKEN_EXPIRED');
  return found;
}
