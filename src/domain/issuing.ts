import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Credential } from '../entities/credential.ts';
import { Identity } from '../entities/identity.ts';
import { tenancyOf } from '../entities/owned.ts';
import { emit } from '../events.ts';
import { Failure, invalid } from '../failure.ts';
import { parseDuration } from '../lib/duration.ts';
import { newId } from '../lib/id.ts';
import type { SecretPrefix } from '../lib/secret.ts';
import { lockTenant } from '../queries/lock-tenant.ts';
import { longestJitSeconds, makeSecret } from './credentials.ts';
import { addressRanges, boundedMetadata, futureTime } from './fields.ts';
import { type Grantor, requireGrantable, requireWithin } from './grants.ts';
import { type Quotas, requireRoomForCredential } from './quotas.ts';

export interface NewCredential {
  identityId: string;
  name: string;
  scopes: string[];
  isTemporary: boolean;
  ttl?: number;
  maxUsageCount: number | null;
  expiresAt: string | null;
  allowedIps: string[] | null;
  metadata: Record<string, unknown>;
}

export interface NewJitCredential {
  identityId: string;
  name?: string;
  scopes: string[];
  duration: string;
  maxUsage: number | null;
}

export interface Issued {
  credential: Credential;
  /** Shown once, never stored. */
  secret: string;
}

/** Issues a standard credential (decisions 6.2). */
export async function issueCredential(
  em: EntityManager,
  input: NewCredential,
  grantor: Grantor,
  quotas: Quotas,
): Promise<Issued> {
  const { now, environment } = tenancyOf(em);
  const { identityId, name, scopes, isTemporary, ttl, maxUsageCount } = input;
  if (ttl !== undefined && !isTemporary) throw invalid('ttl', 'may only be sent with isTemporary: true');
  if (ttl !== undefined && input.expiresAt !== null) throw invalid('ttl', 'may not be sent with expiresAt');
  const expiresAt =
    ttl === undefined ? futureTime(input.expiresAt, now) : new Date(now.getTime() + ttl * 1000);
  if (isTemporary && expiresAt === null) throw invalid('isTemporary', 'needs ttl or expiresAt');
  const allowedIps = addressRanges(input.allowedIps);
  const metadata = boundedMetadata(input.metadata);
  return issue(em, { identityId, scopes }, grantor, quotas, () => ({
    name,
    type: 'API_KEY',
    prefix: environment === 'live' ? 'kd_live_' : 'kd_test_',
    isTemporary,
    maxUsageCount,
    expiresAt,
    allowedIps,
    metadata,
  }));
}

/** Issues a credential that ends by itself after at most 30 days (specification 4.3). */
export async function issueJitCredential(
  em: EntityManager,
  input: NewJitCredential,
  grantor: Grantor,
  quotas: Quotas,
): Promise<Issued> {
  const { now } = tenancyOf(em);
  const seconds = parseDuration(input.duration);
  if (seconds === undefined || seconds > longestJitSeconds) {
    throw invalid('duration', 'must be from 1s to 30d, as a number and one of s, m, h, d');
  }
  return issue(em, input, grantor, quotas, (identity) => ({
    name: input.name ?? jitName(identity, now),
    type: 'JIT',
    prefix: 'kd_jit_',
    isTemporary: true,
    maxUsageCount: input.maxUsage,
    expiresAt: new Date(now.getTime() + seconds * 1000),
    allowedIps: null,
    metadata: {},
  }));
}

/** `jit-<identity>-<UTC yyyymmddhhmmss>`, never longer than a name may be. */
function jitName({ name }: Identity, now: Date): string {
  const time = now.toISOString().replace(/\D/g, '').slice(0, 14);
  return `jit-${Array.from(name).slice(0, 81).join('')}-${time}`;
}

type Making = Pick<
  Credential,
  'name' | 'type' | 'isTemporary' | 'maxUsageCount' | 'expiresAt' | 'allowedIps' | 'metadata'
> & { prefix: SecretPrefix };

async function issue(
  em: EntityManager,
  { identityId, scopes }: { identityId: string; scopes: string[] },
  grantor: Grantor,
  quotas: Quotas,
  describe: (identity: Identity) => Making,
): Promise<Issued> {
  const { orgId, now } = tenancyOf(em);
  requireGrantable(grantor, scopes);
  await lockTenant(em, orgId);
  // Locked, so that a revocation of the identity comes wholly before or wholly after.
  const identity = await em.findOne(Identity, { id: identityId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!identity) throw new Failure('IDENTITY_NOT_FOUND');
  requireWithin(identity.allowedScopes, scopes);
  const status = identity.statusAt(now);
  if (status !== 'ACTIVE') throw new Failure('IDENTITY_NOT_ACTIVE', { status });
  await requireRoomForCredential(em, orgId, identityId, quotas);

  const { prefix, ...making } = describe(identity);
  const { secret, facts } = makeSecret(prefix);
  const credential = em.create(Credential, {
    id: newId('cred'),
    identityId,
    createdBy: grantor.actor.id,
    scopes,
    ...making,
    ...facts,
  });
  await em.flush();
  await emit(em, [
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
