import type {
  Alert as AlertBody,
  AlertChannel as AlertChannelBody,
  AlertRule as AlertRuleBody,
} from '../../../generated/types/types.gen.ts';
import type { Alert, AlertRule } from '../entities/alert.ts';
import type { AlertChannel } from '../entities/alert-channel.ts';

export const viewAlert = (alert: Alert): AlertBody => ({
  id: alert.id,
  ruleId: alert.ruleId,
  title: alert.title,
  severity: alert.severity,
  status: alert.status,
  source: { type: alert.sourceType, id: alert.sourceId },
  identityId: alert.identityId,
  description: alert.description,
  count: alert.count,
  triggeredAt: alert.createdAt.toISOString(),
  lastTriggeredAt: alert.lastTriggeredAt.toISOString(),
  resolvedAt: alert.resolvedAt?.toISOString() ?? null,
  updatedAt: alert.updatedAt.toISOString(),
});

/** The address and the routing key are not shown. */
const viewChannel = (channel: AlertChannel): AlertChannelBody => ({
  id: channel.id,
  type: channel.type,
  host: channel.host,
  region: channel.region,
  userIds: channel.userIds,
  lastSuccessAt: channel.lastSuccessAt?.toISOString() ?? null,
  lastFailureAt: channel.lastFailureAt?.toISOString() ?? null,
  // The column holds only errors of messages.
  lastError: channel.lastError as AlertChannelBody['lastError'],
});

/** @param channels those of the rule, in their order */
export const viewAlertRule = (rule: AlertRule, channels: readonly AlertChannel[]): AlertRuleBody => ({
  id: rule.id,
  name: rule.name,
  events: rule.events,
  // The column holds only values that requests may contain.
  conditions: rule.conditions as NonNullable<AlertRuleBody['conditions']>,
  enabled: rule.enabled,
  throttleSeconds: rule.throttleSeconds,
  channels: channels.map(viewChannel),
  createdAt: rule.createdAt.toISOString(),
  updatedAt: rule.updatedAt.toISOString(),
  createdBy: rule.createdBy,
});
