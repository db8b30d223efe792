import { defineEntity, p } from '@mikro-orm/core';
import { Failure } from '../../failure.ts';
import type { SecretPrefix } from '../../lib/secret.ts';
import { owned, ownedFilters } from '../../platform/entities/owned.ts';

const credentialTypes = ['API_KEY', 'JIT', 'WORKLOAD'] as const;
const credentialStatuses = ['ACTIVE', 'EXPIRED', 'REVOKED', 'SUSPENDED'] as const;

export type CredentialStatus = (typeof credentialStatuses)[number];

/** The facts that are kept of a secret: enough to find and to recognise it, not to use it. */
export interface SecretFacts {
  secretHash: Buffer;
  secretPrefix: SecretPrefix;
  secretLast4: string;
}

const CredentialSchema = defineEntity({
  name: 'Credential',
  tableName: 'credentials',
  properties: {
    ...owned,
    identityId: p.string(),
    name: p.string(),
    type: p.enum(credentialTypes),
    status: p.enum(credentialStatuses).default('ACTIVE'),
    statusReason: p.string().strictNullable().default(null),
    scopes: p.array().default([]),
    isTemporary: p.boolean().default(false),
    secretHash: p.blob(),
    secretPrefix: p.string().$type<SecretPrefix>(),
    secretLast4: p.string(),
    previousSecretHash: p.blob().strictNullable().default(null),
    previousExpiresAt: p.datetime(3).strictNullable().default(null),
    usageCount: p.bigint('number').default(0),
    maxUsageCount: p.integer().strictNullable(),
    lastUsedAt: p.datetime(3).strictNullable().default(null),
    expiresAt: p.datetime(3).strictNullable(),
    allowedIps: p.array().strictNullable(),
    rateLimitPerMinute: p.integer().strictNullable().default(null),
    metadata: p.json<Record<string, unknown>>(),
    lastRotatedAt: p.datetime(3).strictNullable().default(null),
    observedSince: p.datetime(3).strictNullable().default(null),
    mayGiveLasting: p.boolean().default(false),
  },
  filters: ownedFilters,
});

/**
 * A secret issued to an identity (decisions 6.2). Only its hashes are stored.
 *
 * Changes of its row start these triggers:
 * - `credentials_count_new`, `credentials_count_back`, `credentials_count_ended` and `credentials_count_gone` record in
 *   `quota_deltas` when the row begins or ceases to be active or suspended (platform/sql/counters.ts).
 * - `credentials_tally_new`, `credentials_tally_change` and `credentials_tally_gone` record in `credential_changes` how many there are of
 *   each status and expiry (sql/counts.ts).
 * - `credentials_expiry_notice` plans the next notice when `expires_at` is set (sql/expiry.ts).
 * - `credentials_retire_secret` keeps the hash of a replaced secret in `retired_secrets`.
 */
export class Credential extends CredentialSchema.class {
  /** Past its expiry a credential is EXPIRED, also before the sweeper has written it. */
  statusAt(now: Date): CredentialStatus {
    const live = this.status === 'ACTIVE' || this.status === 'SUSPENDED';
    return live && this.expiresAt !== null && this.expiresAt <= now ? 'EXPIRED' : this.status;
  }

  /** When the secret before the last rotation stops working; null when it has. */
  graceUntil(now: Date): Date | null {
    const ends = this.previousExpiresAt;
    return this.statusAt(now) === 'ACTIVE' && ends !== null && ends > now ? ends : null;
  }

  /** @returns when the old secret stops working: now, or at the end of the grace period or of the credential */
  rotate(secret: SecretFacts, graceSeconds: number, now: Date): Date {
    const status = this.statusAt(now);
    if (status !== 'ACTIVE') throw new Failure('CREDENTIAL_NOT_ACTIVE', { status });
    const graceEnds = new Date(now.getTime() + graceSeconds * 1000);
    const ends = this.expiresAt !== null && this.expiresAt < graceEnds ? this.expiresAt : graceEnds;
    this.previousSecretHash = graceSeconds > 0 ? this.secretHash : null;
    this.previousExpiresAt = graceSeconds > 0 ? ends : null;
    this.secretHash = secret.secretHash;
    this.secretPrefix = secret.secretPrefix;
    this.secretLast4 = secret.secretLast4;
    this.usageCount = 0;
    this.lastUsedAt = null;
    this.lastRotatedAt = now;
    return graceSeconds > 0 ? ends : now;
  }

  /** @returns whether anything changed: a second suspension does not fail */
  suspend(reason: string | null, now: Date): boolean {
    refuse(this, now, 'EXPIRED', 'REVOKED');
    return become(this, 'SUSPENDED', reason);
  }

  reactivate(now: Date): boolean {
    refuse(this, now, 'EXPIRED', 'REVOKED');
    // While it was suspended nothing could be used.
    if (this.status === 'SUSPENDED') this.observedSince = now;
    return become(this, 'ACTIVE', null);
  }

  revoke(reason: string | null): boolean {
    this.previousSecretHash = null;
    this.previousExpiresAt = null;
    return become(this, 'REVOKED', reason);
  }
}
CredentialSchema.setClass(Credential);

// Functions, not private methods: the entity manager makes rows without running a constructor, which is what gives
// an object its private names.
function refuse(credential: Credential, now: Date, ...statuses: CredentialStatus[]): void {
  const status = credential.statusAt(now);
  if (statuses.includes(status)) throw new Failure('CREDENTIAL_STATE_CONFLICT', { status });
}

function become(credential: Credential, status: CredentialStatus, reason: string | null): boolean {
  if (credential.status === status) return false;
  credential.status = status;
  credential.statusReason = reason;
  return true;
}
