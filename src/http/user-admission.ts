import type { Pool } from 'pg';
import type { clientCertificateReader } from '../conditional-access/resources/client-certificate.ts';
import type { UserVerdict } from '../conditional-access/resources/user-attempts.ts';
import type { AccessGuard } from '../conditional-access/judge/machines.ts';
import type { Config } from '../config.ts';
import { Failure, invalid, RateLimited, type Standing } from '../failure.ts';
import { isId } from '../lib/id.ts';
import type { UserCaller } from '../operation.ts';
import type { Tenant } from '../platform/tenancy.ts';
import type { Orm } from '../platform/tx.ts';
import type { AccessSite } from '../sign-in/access.ts';
import { scopesOf } from '../users/directory/role.ts';
import { userActor } from '../users/sessions/login-sessions.ts';
import type { ApiCallerRow } from '../users/sessions/sql/api-callers.ts';
import type { Admission } from './admission/admission.ts';
import { spentNames, userBucket } from './admission/limits.ts';
import { originOf } from './audit-rows.ts';
import type { RequestContext } from './request-context.ts';

// Users who call are let in alike, whether a browser sends the cookie of their session or the command line sends a token.

/** The parts of the process that let users in. */
export interface UserMeans {
  orm: Orm;
  pool: Pool;
  access: AccessGuard;
  certificateOf: ReturnType<typeof clientCertificateReader>;
  baseUrl: () => string;
}

/** Counts the requests of users. All browsers and command lines of a user share one bucket. */
export interface UserCounter {
  /** The callers that were refused. Until the window ends, such a caller costs nothing, not even the look at whose it is. */
  spent: ReturnType<typeof spentNames>;
  /** Refuses a user whose bucket this node knows as spent, and counts nothing. @throws {RateLimited} */
  check: (userId: string, caller: string) => void;
  /** @throws {RateLimited} */
  count: (userId: string, caller: string) => Promise<Standing | undefined>;
}

export function userCounter(
  pool: Pool,
  { rateLimitPerMinute }: Pick<Config, 'rateLimitPerMinute'>,
): UserCounter {
  const bucket = userBucket(pool);
  const spent = spentNames();
  const noting = (caller: string, error: unknown): unknown => {
    if (error instanceof RateLimited) spent.note(caller, error.standing, error.retryAfterSeconds);
    return error;
  };
  return {
    spent,
    check(userId, caller) {
      if (rateLimitPerMinute === 0) return;
      try {
        bucket.check(userId);
      } catch (error) {
        throw noting(caller, error);
      }
    },
    async count(userId, caller) {
      // 0 for the key switches every bucket off (decisions 6.1).
      if (rateLimitPerMinute === 0) return undefined;
      try {
        bucket.check(userId);
        return await bucket.count(userId);
      } catch (error) {
        throw noting(caller, error);
      }
    },
  };
}

export const tenantIn = ({ incoming }: RequestContext): string | undefined =>
  [incoming['keyward-tenant']].flat()[0];

/** @throws {Failure} VALIDATION_ERROR */
export function requiredTenant(context: RequestContext): string {
  const orgId = tenantIn(context);
  if (orgId !== undefined && isId('org', orgId)) return orgId;
  throw invalid('Keyward-Tenant', 'must be the ID of the tenant of the session or of its test twin: `org_…`');
}

/** Names a browser or a token in a tenant. */
export const nameOf = (orgId: string, tokenHash: Buffer): string =>
  `${orgId}:${tokenHash.toString('base64')}`;

/** Returns what conditional access asks of a request. */
export const siteOf = (
  { incoming, request, requestId, transport }: RequestContext,
  { access, certificateOf }: Pick<UserMeans, 'access' | 'certificateOf'>,
): AccessSite => ({
  access,
  origin: originOf(requestId, transport.address, request.headers['user-agent']),
  clientCertificate: () => certificateOf({ peer: transport.peer, header: incoming['client-cert'] }),
});

/**
 * Another user may have signed in with this browser since the page was opened. A page that names its user changes nothing as the other one.
 *
 * @throws {Failure} SESSION_OF_ANOTHER_USER
 */
export function requireMeant({ incoming }: RequestContext, userId: string): void {
  const meant = [incoming['keyward-user']].flat()[0];
  if (meant !== undefined && meant !== userId) throw new Failure('SESSION_OF_ANOTHER_USER');
}

/** Returns the scopes of the roles and the groups of a user. */
export const rightsOf = ({ roles, groupScopes }: Pick<ApiCallerRow, 'roles' | 'groupScopes'>): string[] => [
  ...new Set([...scopesOf(roles), ...groupScopes]),
];

/** The values that make a caller of the rights that were read. */
interface Made extends Pick<UserCaller, 'scopes' | 'secret' | 'grantId'> {
  /** The tenant that the user asks for. */
  asked: Tenant;
  rights: ApiCallerRow;
  usualPerMinute: number;
  /** When the user proved their identity. */
  login: { authTime: Date; isTimeKnown: boolean };
  requestId: string;
}

export function userCaller({ asked, rights, login, ...rest }: Made): UserCaller {
  const provedAt = login.isTimeKnown ? login.authTime : null;
  return {
    ...asked,
    ...rest,
    actor: userActor(rights.userId, rights.name),
    userId: rights.userId,
    userName: rights.name,
    roles: rights.roles,
    leavesAt: rights.leavesAt,
    loginId: rights.id,
    authTime: provedAt,
    proofAgeSeconds: provedAt
      ? (rights.now.getTime() - provedAt.getTime()) / 1_000
      : Number.POSITIVE_INFINITY,
  };
}

export const admissionOf = (
  caller: UserCaller,
  { standing, now, refusal }: { standing: Standing | undefined; now: Date; refusal: Failure | undefined },
): Admission => ({ caller, standing, now, ...(refusal ? { refusal } : {}) });

/** Returns how conditional access refuses a user. */
export function refusalBy(verdict: UserVerdict): Failure | undefined {
  if (verdict.kind === 'blocked') return new Failure('ACCESS_BLOCKED');
  if (verdict.kind !== 'asked') return undefined;
  const { missing, maxAgeSeconds } = verdict;
  // The age says nothing of the other requirements: the user does not prove everything again for them.
  const age = missing.includes('REAUTHENTICATION') ? { maxAgeSeconds } : {};
  return new Failure('REAUTHENTICATION_REQUIRED', { required: missing, ...age });
}
