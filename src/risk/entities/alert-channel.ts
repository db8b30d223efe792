import { defineEntity, p } from '@mikro-orm/core';
import { lasting, lastingFilters } from '../../platform/entities/owned.ts';

const types = ['EMAIL', 'SLACK', 'TEAMS', 'PAGERDUTY'] as const;
const regions = ['US', 'EU'] as const;

export type ChannelType = (typeof types)[number];
export type PagerDutyRegion = (typeof regions)[number];

const AlertChannelSchema = defineEntity({
  name: 'AlertChannel',
  tableName: 'alert_channels',
  properties: {
    ...lasting,
    ruleId: p.string(),
    place: p.integer(),
    type: p.enum(types),
    host: p.string().strictNullable(),
    region: p.enum(regions).strictNullable(),
    // Sealed. The URL of Slack and Teams, or the routing key of PagerDuty; null for EMAIL.
    target: p.blob().strictNullable(),
    userIds: p.array(),
    // Only messages count these, by statements of their own.
    lastSuccessAt: p.datetime(3).strictNullable().default(null),
    lastFailureAt: p.datetime(3).strictNullable().default(null),
    lastError: p.string().strictNullable().default(null),
  },
  filters: lastingFilters,
});

/** A place that the alerts of a rule are sent to (docs/decisions/0121). It is removed with its rule. */
export class AlertChannel extends AlertChannelSchema.class {}
AlertChannelSchema.setClass(AlertChannel);
