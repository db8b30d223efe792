import type { Alert as AlertBody, AlertRule as AlertRuleBody } from '../../../generated/types/types.gen.ts';
import type { Alert, AlertRule } from '../entities/alert.ts';

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

export const viewAlertRule = (rule: AlertRule): AlertRuleBody => ({
  id: rule.id,
  name: rule.name,
  events: rule.events,
  // The column holds only values that requests may contain.
  conditions: rule.conditions as NonNullable<AlertRuleBody['conditions']>,
  enabled: rule.enabled,
  throttleSeconds: rule.throttleSeconds,
  createdAt: rule.createdAt.toISOString(),
  updatedAt: rule.updatedAt.toISOString(),
  createdBy: rule.createdBy,
});
