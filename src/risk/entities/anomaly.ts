import { defineEntity, p } from '@mikro-orm/core';
import { Failure } from '../../failure.ts';
import { severities } from '../severity.ts';
import { lasting, lastingFilters } from '../../platform/entities/owned.ts';

const anomalyTypes = [
  'NEW_IP',
  'NEW_COUNTRY',
  'GEO_VELOCITY',
  'USAGE_SPIKE',
  'DORMANT_REUSE',
  'FAILURE_BURST',
  'NEW_SCOPE',
  'OFF_HOURS',
  'LEAKED_SECRET',
] as const;
const statuses = ['OPEN', 'ACKNOWLEDGED', 'RESOLVED', 'FALSE_POSITIVE'] as const;

export type AnomalyType = (typeof anomalyTypes)[number];
export type AnomalyStatus = (typeof statuses)[number];

const AnomalySchema = defineEntity({
  name: 'Anomaly',
  tableName: 'anomalies',
  properties: {
    ...lasting,
    type: p.enum(anomalyTypes),
    severity: p.enum(severities),
    score: p.integer(),
    identityId: p.string().strictNullable(),
    credentialId: p.string().strictNullable(),
    userId: p.string().strictNullable().default(null),
    subject: p.string(),
    description: p.string(),
    evidence: p.json<Record<string, unknown>>(),
    status: p.enum(statuses).default('OPEN'),
    note: p.string().strictNullable().default(null),
    occurrences: p.bigint('number').default(1),
    lastSeenAt: p.datetime(3),
    closedAt: p.datetime(3).strictNullable().default(null),
  },
  filters: lastingFilters,
});

/** Something unusual (decisions 6.4). Detectors write it by statements of their own; people judge it. */
export class Anomaly extends AnomalySchema.class {
  /** @returns whether anything changed @throws {Failure} ANOMALY_STATE_CONFLICT */
  become(status: AnomalyStatus, now: Date): boolean {
    if (this.status === status) return false;
    const closed = this.status === 'RESOLVED' || this.status === 'FALSE_POSITIVE';
    if (closed || status === 'OPEN') throw new Failure('ANOMALY_STATE_CONFLICT', { status: this.status });
    this.status = status;
    if (status !== 'ACKNOWLEDGED') this.closedAt = now;
    return true;
  }
}
AnomalySchema.setClass(Anomaly);
