import { lockForChange } from '../platform/locked.ts';
import {
  Alert,
  type AlertConditions,
  AlertRule,
  type AlertStatus,
  type AlertTrigger,
} from './entities/alert.ts';
import { requireMayGiveLasting } from '../credentials/bounds.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import type { FieldChange } from '../platform/events.ts';
import { Failure } from '../failure.ts';
import { newId } from '../lib/id.ts';
import { ifHigher, ifLoses, ifOff, type Loosens, loosensBy, never } from '../lib/loosening.ts';
import type { Severity } from './severity.ts';
import {
  idsOfPage,
  inOrderOf,
  type ListPage,
  type TimeSort,
  type Window,
} from '../platform/sql/page-of-rows.ts';
import { lockTenant } from '../platform/sql/tenants.ts';
import { assignChanges } from '../platform/fields.ts';
import type { Grantor } from '../platform/grants.ts';
import { requireRoom } from '../platform/quotas.ts';
import { type IfMatch } from '../platform/versions.ts';
import type { Tx } from '../platform/tx.ts';

const newest = [{ createdAt: 'desc' }, { id: 'asc' }] as const;

/** @throws {Failure} ALERT_NOT_FOUND */
export async function findAlert(tx: Tx, id: string): Promise<Alert> {
  const alert = await tx.findOne(Alert, { id });
  if (!alert) throw new Failure('ALERT_NOT_FOUND');
  return alert;
}

interface AlertFilter {
  status?: AlertStatus;
  severity?: Severity;
  ruleId?: string;
  identityId?: string;
}

/** Lists the alerts of the tenant. @throws {Failure} VALIDATION_ERROR for a position of another order */
export async function listAlerts(
  tx: Tx,
  { status, severity, ruleId, identityId }: AlertFilter,
  sort: TimeSort<'triggeredAt'>,
  window: Window,
): Promise<ListPage<Alert>> {
  const equal = { status, severity, rule_id: ruleId, identity_id: identityId };
  const page = await idsOfPage(tx, tenancyOf(tx).orgId, 'alerts', equal, sort, window);
  return { ...page, rows: inOrderOf(page.rows, await tx.find(Alert, { id: page.rows })) };
}

export interface AlertPatch {
  status?: AlertStatus;
}

/** @throws {Failure} ALERT_NOT_FOUND, PRECONDITION_FAILED, ALERT_STATE_CONFLICT */
export async function updateAlert(
  tx: Tx,
  id: string,
  { status, ...rest }: AlertPatch,
  condition: IfMatch,
): Promise<{ alert: Alert; changes: FieldChange[] }> {
  rest satisfies Record<string, never>;
  const alert = await lockForChange(tx, Alert, id, condition, 'ALERT_NOT_FOUND');
  const from = alert.status;
  const changed = status !== undefined && alert.become(status, tenancyOf(tx).now);
  return { alert, changes: changed ? [{ field: 'status', from, to: status }] : [] };
}

export interface NewAlertRule {
  name: string;
  events: AlertTrigger[];
  conditions: Partial<AlertConditions>;
  enabled: boolean;
  throttleSeconds: number;
}

/** @throws {Failure} ALERT_RULE_NOT_FOUND */
export async function findAlertRule(tx: Tx, id: string): Promise<AlertRule> {
  const rule = await tx.findOne(AlertRule, { id });
  if (!rule) throw new Failure('ALERT_RULE_NOT_FOUND');
  return rule;
}

/** The rules of the tenant, the newest first. */
export async function listAlertRules(
  tx: Tx,
  window: { limit: number; offset: number },
): Promise<{ rules: AlertRule[]; total: number }> {
  const [rules, total] = await tx.findAndCount(AlertRule, {}, { ...window, orderBy: [...newest] });
  return { rules, total };
}

/** The most rules of a tenant. Every event is compared with every rule. */
const mostAlertRules = 100;

/** @throws {Failure} QUOTA_EXCEEDED */
export async function createAlertRule(tx: Tx, input: NewAlertRule, { actor }: Grantor): Promise<AlertRule> {
  const lock = await lockTenant(tx, tenancyOf(tx).orgId);
  await requireRoom(lock, 'alert rules', () => tx.count(AlertRule), mostAlertRules);
  const { minSeverity = 'LOW', identityTypes = null, tags = null, ...rest } = input.conditions;
  rest satisfies Record<string, never>;
  const conditions = { minSeverity, identityTypes, tags };
  return tx.create(AlertRule, { ...input, conditions, id: newId('alr'), createdBy: actor.id });
}

/**
 * @throws {Failure} ALERT_RULE_NOT_FOUND, PRECONDITION_FAILED; if it tells of less also REAUTHENTICATION_REQUIRED, BOUND_NOT_GRANTABLE
 */
export async function updateAlertRule(
  tx: Tx,
  id: string,
  { conditions, ...patch }: Partial<NewAlertRule>,
  grantor: Grantor,
  condition: IfMatch,
): Promise<{ rule: AlertRule; changes: FieldChange[] }> {
  const rule = await lockAlertRule(tx, id, condition);
  const changes = assignChanges<Omit<NewAlertRule, 'conditions'> & { conditions: AlertConditions }>(rule, {
    ...patch,
    ...(conditions ? { conditions: { ...rule.conditions, ...conditions } } : {}),
  });
  if (loosensBy(fields, changes)) await requireMayGiveLasting(tx, grantor);
  return { rule, changes };
}

/** The fields of an alert rule, and which changes tell of less. */
const fields = {
  name: never,
  events: ifLoses,
  enabled: ifOff,
  throttleSeconds: ifHigher,
} satisfies Partial<Record<keyof NewAlertRule, Loosens>>;

/** Its alerts stay. @throws {Failure} ALERT_RULE_NOT_FOUND, PRECONDITION_FAILED */
export async function deleteAlertRule(tx: Tx, id: string, condition: IfMatch): Promise<AlertRule> {
  const rule = await lockAlertRule(tx, id, condition);
  tx.remove(rule);
  return rule;
}

const lockAlertRule = (tx: Tx, id: string, condition: IfMatch): Promise<AlertRule> =>
  lockForChange(tx, AlertRule, id, condition, 'ALERT_RULE_NOT_FOUND');
