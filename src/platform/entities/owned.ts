import { p } from '@mikro-orm/core';
import type { Tx } from '../tx.ts';

/** The tenant of a fork of the entity manager, and the time at which its transaction started. */
export interface Tenancy {
  orgId: string;
  environment: 'live' | 'test';
  /** Postgres's clock, never this process's (decisions 6.1, "Time"). */
  now: Date;
}

type KnowsTenancy = Pick<Tx, 'getFilterParams'>;

/** @throws when the fork was made without a tenant */
export function tenancyOf(tx: KnowsTenancy): Tenancy {
  const tenancy = tx.getFilterParams<Partial<Tenancy>>('org');
  if (!tenancy?.orgId || !tenancy.environment || !tenancy.now) {
    throw new Error('The entity manager has no tenant: set the parameters of the org filter');
  }
  return { orgId: tenancy.orgId, environment: tenancy.environment, now: tenancy.now };
}

const now = (_row: object, tx: KnowsTenancy): Date => tenancyOf(tx).now;

/** Columns of every row that belongs to a tenant. The code that creates a row gives the id. */
export const lasting = {
  orgId: p
    .string()
    .primary()
    .onCreate((_row, tx) => tenancyOf(tx).orgId),
  id: p.string().primary(),
  version: p.integer().version(),
  createdBy: p.string().strictNullable(),
  createdAt: p.datetime(3).onCreate(now),
  updatedAt: p.datetime(3).onCreate(now).onUpdate(now),
};

/** With these a deleted row leaves a tombstone. */
export const owned = { ...lasting, deletedAt: p.datetime(3).strictNullable().default(null) };

/** Every query of an owned entity sees one tenant; without a tenant it throws. */
export const lastingFilters = {
  org: { name: 'org', cond: ({ orgId }: { orgId: string }) => ({ orgId }), default: true, args: true },
} as const;

/** And it sees no tombstone. */
export const ownedFilters = {
  ...lastingFilters,
  present: { name: 'present', cond: { deletedAt: null }, default: true },
} as const;
