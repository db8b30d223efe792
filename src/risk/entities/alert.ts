import { defineEntity, p } from '@mikro-orm/core';
import { Failure } from '../../failure.ts';
import { severities, type Severity } from '../severity.ts';
import { lasting, lastingFilters } from '../../platform/entities/owned.ts';

const statuses = ['OPEN', 'ACKNOWLEDGED', 'RESOLVED'] as const;

export type AlertStatus = (typeof statuses)[number];

/** The events that a rule can wait for. */
const alertTriggers = [
  'anomaly.detected',
  'policy.violated',
  'credential.expiring',
  'credential.leaked',
  'webhook.disabled',
  'user.deprovisioned',
  'user.deleted',
  'user.local_login',
  'user.dashboard_link_used',
  'key.published',
  'service_provider.change_pending',
  'service_provider.certificate_expiring',
  'federation.setup_finished',
  'federation.failed',
  'federation.change_pending',
  'federation.certificate_expiring',
  'domain.failed',
  'access.owners_blocked',
  'access.exclusion_used',
] as const;

export type AlertTrigger = (typeof alertTriggers)[number];

const AlertSchema = defineEntity({
  name: 'Alert',
  tableName: 'alerts',
  properties: {
    ...lasting,
    ruleId: p.string().strictNullable(),
    subject: p.string(),
    title: p.string(),
    severity: p.enum(severities),
    status: p.enum(statuses).default('OPEN'),
    sourceType: p.string(),
    sourceId: p.string().strictNullable(),
    identityId: p.string().strictNullable(),
    description: p.string(),
    count: p.bigint('number').default(1),
    lastTriggeredAt: p.datetime(3),
    resolvedAt: p.datetime(3).strictNullable().default(null),
  },
  filters: lastingFilters,
});

/** Something that a person should look at (decisions 6.4). */
export class Alert extends AlertSchema.class {
  /** @returns whether anything changed @throws {Failure} ALERT_STATE_CONFLICT */
  become(status: AlertStatus, now: Date): boolean {
    if (this.status === status) return false;
    if (this.status === 'RESOLVED' || status === 'OPEN')
      throw new Failure('ALERT_STATE_CONFLICT', { status: this.status });
    this.status = status;
    if (status === 'RESOLVED') this.resolvedAt = now;
    return true;
  }
}
AlertSchema.setClass(Alert);

export interface AlertConditions {
  minSeverity: Severity;
  identityTypes: string[] | null;
  tags: string[] | null;
}

const AlertRuleSchema = defineEntity({
  name: 'AlertRule',
  tableName: 'alert_rules',
  properties: {
    ...lasting,
    name: p.string(),
    events: p.array().$type<AlertTrigger[]>(),
    conditions: p.json<AlertConditions>(),
    enabled: p.boolean(),
    throttleSeconds: p.integer(),
  },
  filters: lastingFilters,
});

/** Which events raise an alert; a deleted one is gone, and its alerts stay. */
export class AlertRule extends AlertRuleSchema.class {}
AlertRuleSchema.setClass(AlertRule);
