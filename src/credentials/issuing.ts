import { lockRow } from '../platform/locked.ts';
import { Credential } from './entities/credential.ts';
import { Identity } from './entities/identity.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import { emit } from '../platform/events.ts';
import { Failure, invalid } from '../failure.ts';
import { parseDuration } from './duration.ts';
import { newId } from '../lib/id.ts';
import type { SecretPrefix } from '../lib/secret.ts';
import { lockTenant } from '../platform/sql/tenants.ts';
import { longestJitSeconds, longestWorkloadSeconds, makeSecret } from './credentials.ts';
import { requireMayGiveCredential } from './bounds.ts';
import { addressRanges, boundedMetadata, futureTime, requireAllowedRate } from '../platform/fields.ts';
import { type Grantor, requireGrantable, requireWithin } from '../platform/grants.ts';
import { policiesIn, judgedIdentity, requirePolicies, secondsBetween } from '../policies/judge/enforcing.ts';
import type { PolicyOperation } from '../policies/judge/types.ts';
import type { Quotas } from '../platform/quotas.ts';
import type { Tx } from '../platform/tx.ts';
import { requireRoomForCredential } from './quotas.ts';

export interface NewCredential {
  identityId: string;
  name: string;
  scopes: string[];
  isTemporary: boolean;
  ttl?: number;
  maxUsageCount: number | null;
  expiresAt: string | null;
  allowedIps: string[] | null;
  rateLimitPerMinute: number | null;
  metadata: Record<string, unknown>;
}

export interface NewJitCredential {
  identityId: string;
  name?: string;
  scopes: string[];
  duration: string;
  maxUsage: number | null;
  allowedIps: string[] | null;
  rateLimitPerMinute: number | null;
}

export interface Issued {
  credential: Credential;
  /** Shown once, never stored. */
  secret: string;
}

/** Issues a standard credential (decisions 6.2). @throws {Failure} POLICY_DENIED, BOUND_NOT_GRANTABLE among others */
export async function issueCredential(
  tx: Tx,
  input: NewCredential,
  grantor: Grantor,
  quotas: Quotas,
): Promise<Issued> {
  const { now, environment } = tenancyOf(tx);
  const { identityId, name, scopes, isTemporary, ttl, maxUsageCount, rateLimitPerMinute, ...others } = input;
  const { expiresAt: ends, allowedIps: ranges, metadata: given, ...rest } = others;
  rest satisfies Record<string, never>;
  if (ttl !== undefined && !isTemporary)
    throw invalid('ttl', 'requires isTemporary: true; set it, or use expiresAt');
  if (ttl !== undefined && ends !== null) throw invalid('ttl', 'may not be sent with expiresAt');
  const expiresAt = ttl === undefined ? futureTime(ends, now) : new Date(now.getTime() + ttl * 1000);
  if (isTemporary && expiresAt === null) throw invalid('isTemporary', 'requires ttl or expiresAt');
  const allowedIps = addressRanges(ranges);
  const metadata = boundedMetadata(given);
  requireAllowedRate(rateLimitPerMinute, quotas.rateLimitMaxPerMinute);
  const operation = 'createCredential';
  return issue(tx, { identityId, scopes, operation }, grantor, quotas, () => ({
    name,
    type: 'API_KEY',
    prefix: environment === 'live' ? 'kd_live_' : 'kd_test_',
    isTemporary,
    maxUsageCount,
    expiresAt,
    allowedIps,
    rateLimitPerMinute,
    metadata,
  }));
}

/** Issues a credential that ends by itself after at most 30 days (specification 4.3). */
export async function issueJitCredential(
  tx: Tx,
  input: NewJitCredential,
  grantor: Grantor,
  quotas: Quotas,
): Promise<Issued> {
  const { now } = tenancyOf(tx);
  const {
    identityId,
    name,
    scopes,
    duration,
    maxUsage,
    allowedIps: ranges,
    rateLimitPerMinute,
    ...rest
  } = input;
  rest satisfies Record<string, never>;
  const seconds = parseDuration(duration);
  if (seconds === undefined || seconds > longestJitSeconds) {
    throw invalid('duration', 'must be from 1s to 30d, as a number and one of s, m, h, d such as 15m');
  }
  const allowedIps = addressRanges(ranges);
  requireAllowedRate(rateLimitPerMinute, quotas.rateLimitMaxPerMinute);
  const operation = 'createJitCredential';
  return issue(tx, { identityId, scopes, operation }, grantor, quotas, (identity) => ({
    name: name ?? madeUpName('jit', identity, now),
    type: 'JIT',
    prefix: 'kd_jit_',
    isTemporary: true,
    maxUsageCount: maxUsage,
    expiresAt: new Date(now.getTime() + seconds * 1000),
    allowedIps,
    rateLimitPerMinute,
    metadata: {},
  }));
}

/** How long a credential of a workload is to live. @throws {Failure} VALIDATION_ERROR */
export function workloadSeconds(duration: string): number {
  const seconds = parseDuration(duration);
  if (seconds === undefined || seconds > longestWorkloadSeconds)
    throw invalid('duration', 'must be from 1s to 1h, as a number and one of s, m, h such as 15m');
  return seconds;
}

/** Issues the credential that a token of another issuer was exchanged for (decisions 6.2). */
export function issueWorkloadCredential(
  tx: Tx,
  {
    seconds,
    mayGiveLasting,
    ...input
  }: { identityId: string; scopes: string[]; seconds: number; mayGiveLasting: boolean },
  grantor: Grantor,
  quotas: Quotas,
): Promise<Issued> {
  const { now } = tenancyOf(tx);
  const operation = 'exchangeToken';
  return issue(tx, { ...input, operation }, grantor, quotas, (identity) => ({
    name: madeUpName('workload', identity, now),
    type: 'WORKLOAD',
    prefix: 'kd_jit_',
    isTemporary: true,
    maxUsageCount: null,
    expiresAt: new Date(now.getTime() + seconds * 1000),
    allowedIps: null,
    rateLimitPerMinute: null,
    metadata: {},
    mayGiveLasting,
  }));
}

/** `jit-<identity>-<UTC yyyymmddhhmmss>`, never longer than a name may be. */
function madeUpName(type: 'jit' | 'workload', { name }: Identity, now: Date): string {
  const time = now.toISOString().replace(/\D/g, '').slice(0, 14);
  const room = 100 - type.length - time.length - 2;
  return `${type}-${Array.from(name).slice(0, room).join('')}-${time}`;
}

type Making = Pick<
  Credential,
  | 'name'
  | 'type'
  | 'isTemporary'
  | 'maxUsageCount'
  | 'expiresAt'
  | 'allowedIps'
  | 'rateLimitPerMinute'
  | 'metadata'
> &
  Partial<Pick<Credential, 'mayGiveLasting'>> & { prefix: SecretPrefix };

async function issue(
  tx: Tx,
  { identityId, scopes, operation }: { identityId: string; scopes: string[]; operation: PolicyOperation },
  grantor: Grantor,
  quotas: Quotas,
  describe: (identity: Identity) => Making,
): Promise<Issued> {
  const { orgId, now } = tenancyOf(tx);
  requireGrantable(grantor, scopes);
  const lock = await lockTenant(tx, orgId);
  const policies = await policiesIn(tx, lock);
  // Locked, so that a revocation of the identity comes wholly before or wholly after.
  const identity = await lockRow(tx, Identity, identityId, 'IDENTITY_NOT_FOUND');
  requireWithin(identity.allowedScopes, scopes);
  const status = identity.statusAt(now);
  if (status !== 'ACTIVE') throw new Failure('IDENTITY_NOT_ACTIVE', { status });
  await requireRoomForCredential(tx, lock, identity, quotas);

  const { prefix, ...making } = describe(identity);
  // If the caller gives no lifetime, a policy may.
  const ttl = making.expiresAt === null ? policies.defaultTtlSeconds(judgedIdentity(identity)) : null;
  if (ttl !== null) making.expiresAt = new Date(now.getTime() + ttl * 1000);
  await requireMayGiveCredential(tx, grantor, { ...making, identityId, usageCount: 0 });
  const ttlSeconds = making.expiresAt && secondsBetween(now, making.expiresAt);
  const hasOwner = identity.ownerUserId !== null;
  await requirePolicies(tx, policies, operation, { identity, hasOwner, scopes, ttlSeconds }, grantor);
  const { secret, facts } = makeSecret(prefix);
  const credential = tx.create(Credential, {
    id: newId('cred'),
    identityId,
    createdBy: grantor.actor.id,
    scopes,
    ...making,
    ...facts,
  });
  await tx.flush();
  await emit(tx, [
    {
      type: 'credential.created',
      data: {
        credentialId: credential.id,
        identityId,
        identityName: identity.name,
        name: credential.name,
        type: credential.type,
        scopes: credential.scopes,
        isTemporary: credential.isTemporary,
        maxUsageCount: credential.maxUsageCount,
        expiresAt: credential.expiresAt?.toISOString() ?? null,
        createdBy: grantor.actor,
      },
    },
  ]);
  return { credential, secret };
}
