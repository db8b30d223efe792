import { defineEntity, p } from '@mikro-orm/core';
import { Failure } from '../../failure.ts';
import type { RiskFactor } from '../../lib/risk-score.ts';
import { owned, ownedFilters } from '../../platform/entities/owned.ts';

const identityTypes = ['SERVICE_ACCOUNT', 'API_KEY', 'CI_CD', 'AI_AGENT'] as const;
const identityStatuses = ['ACTIVE', 'SUSPENDED', 'REVOKED'] as const;

export type IdentityStatus = (typeof identityStatuses)[number];

export interface FederatedSubject {
  issuer: string;
  audience: string;
  subject: string;
  claims?: Record<string, string>;
  /** Whether credentials that are obtained by it give what lasts, although they end (docs/decisions/0093). */
  mayGiveLasting?: boolean;
}

const IdentitySchema = defineEntity({
  name: 'Identity',
  tableName: 'identities',
  properties: {
    ...owned,
    name: p.string(),
    type: p.enum(identityTypes),
    status: p.enum(identityStatuses).default('ACTIVE'),
    description: p.string().strictNullable(),
    ownerUserId: p.string().strictNullable(),
    tags: p.array().default([]),
    allowedScopes: p.array().strictNullable(),
    allowedIps: p.array().strictNullable(),
    federatedSubjects: p.json<FederatedSubject[]>(),
    metadata: p.json<Record<string, unknown>>(),
    expiresAt: p.datetime(3).strictNullable(),
    riskScore: p.integer().default(0),
    riskFactors: p.json<RiskFactor[]>(),
  },
  filters: ownedFilters,
});

/**
 * A machine that holds credentials (decisions 6.3).
 *
 * The triggers `identities_count_new`, `identities_count_back`, `identities_count_ended` and `identities_count_gone`
 * record in `quota_deltas` when its row is created, restored, marked as deleted, or removed (platform/sql/counters.ts).
 */
export class Identity extends IdentitySchema.class {
  /** Past its expiry an identity is REVOKED, also before the sweeper has written it. */
  statusAt(now: Date): IdentityStatus {
    return this.expiresAt !== null && this.expiresAt <= now ? 'REVOKED' : this.status;
  }

  /** @returns whether anything changed: a second suspension does not fail */
  suspend(now: Date): boolean {
    if (this.statusAt(now) === 'REVOKED') throw new Failure('IDENTITY_STATE_CONFLICT', { status: 'REVOKED' });
    return become(this, 'SUSPENDED');
  }

  reactivate(now: Date): boolean {
    if (this.statusAt(now) === 'REVOKED') throw new Failure('IDENTITY_STATE_CONFLICT', { status: 'REVOKED' });
    return become(this, 'ACTIVE');
  }

  revoke(): boolean {
    return become(this, 'REVOKED');
  }
}
IdentitySchema.setClass(Identity);

// A function, not a private method: the entity manager makes rows without running a constructor, which is what gives
// an object its private names.
function become(identity: Identity, status: IdentityStatus): boolean {
  if (identity.status === status) return false;
  identity.status = status;
  return true;
}
