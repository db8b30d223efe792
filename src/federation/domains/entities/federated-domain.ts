import { defineEntity, p } from '@mikro-orm/core';
import { lastingFilters, tenancyOf } from '../../../platform/entities/owned.ts';

const statuses = ['PENDING', 'VERIFIED', 'FAILED'] as const;

export type DomainStatus = (typeof statuses)[number];

const FederatedDomainSchema = defineEntity({
  name: 'FederatedDomain',
  tableName: 'federation_domains',
  properties: {
    orgId: p
      .string()
      .primary()
      .onCreate((_row, tx) => tenancyOf(tx).orgId),
    domain: p.string().primary(),
    connectionId: p.string(),
    environment: p.string().onCreate((_row: object, tx) => tenancyOf(tx).environment),
    status: p.enum(statuses).default('PENDING'),
    value: p.string(),
    misses: p.integer().default(0),
    verifiedAt: p.datetime(3).strictNullable().default(null),
    lastCheckedAt: p.datetime(3).strictNullable().default(null),
    nextCheckAt: p.datetime(3).strictNullable().default(null),
    createdAt: p.datetime(3).onCreate((_row: object, tx) => tenancyOf(tx).now),
  },
  filters: lastingFilters,
});

/** A domain of a connection, and its proof by DNS (decisions 6.11). */
export class FederatedDomain extends FederatedDomainSchema.class {}
FederatedDomainSchema.setClass(FederatedDomain);
