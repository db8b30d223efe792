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
import { changeChannels, type ChannelParts, listChannels } from './channels/changing-channels.ts';
import type { ChannelInput } from './channels/channel-input.ts';
import { oweStatus } from './channels/owing.ts';
import type { AlertChannel } from './entities/alert-channel.ts';
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
import { type Grantor, requireGrantable, requireMayEnd } from '../platform/grants.ts';
import { requireRoom } from '../platform/quotas.ts';
import { type IfMatch, touch } from '../platform/versions.ts';
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
  if (changed) await oweStatus(tx, alert);
  return { alert, changes: changed ? [{ field: 'status', from, to: status }] : [] };
}

export interface NewAlertRule {
  name: string;
  events: AlertTrigger[];
  conditions: Partial<AlertConditions>;
  enabled: boolean;
  throttleSeconds: number;
  channels: ChannelInput[];
}

/** A rule with its channels, in their order. */
export interface RuleWithChannels {
  rule: AlertRule;
  channels: AlertChannel[];
}

/** @throws {Failure} ALERT_RULE_NOT_FOUND */
export async function findAlertRule(tx: Tx, id: string): Promise<RuleWithChannels> {
  const rule = await tx.findOne(AlertRule, { id });
  if (!rule) throw new Failure('ALERT_RULE_NOT_FOUND');
  return { rule, channels: await listChannels(tx, [id]) };
}

/** The rules of the tenant, the newest first. */
export async function listAlertRules(
  tx: Tx,
  window: { limit: number; offset: number },
): Promise<{ rules: RuleWithChannels[]; total: number }> {
  const [rules, total] = await tx.findAndCount(AlertRule, {}, { ...window, orderBy: [...newest] });
  const channels = await listChannels(
    tx,
    rules.map(({ id }) => id),
  );
  const withChannels = rules.map((rule) => ({
    rule,
    channels: channels.filter(({ ruleId }) => ruleId === rule.id),
  }));
  return { rules: withChannels, total };
}

/** The most rules of a tenant. Every event is compared with every rule. */
const mostAlertRules = 100;

/**
 * @throws {Failure} QUOTA_EXCEEDED; with channels also VALIDATION_ERROR, SCOPE_NOT_GRANTABLE, INSUFFICIENT_SCOPE, REAUTHENTICATION_REQUIRED,
 * BOUND_NOT_GRANTABLE
 */
export async function createAlertRule(
  tx: Tx,
  { channels: inputs, ...input }: NewAlertRule,
  grantor: Grantor,
  parts: ChannelParts,
): Promise<RuleWithChannels & { changes: FieldChange[] }> {
  const lock = await lockTenant(tx, tenancyOf(tx).orgId);
  await requireRoom(lock, 'alert rules', () => tx.count(AlertRule), mostAlertRules);
  const { minSeverity = 'LOW', identityTypes = null, tags = null, ...rest } = input.conditions;
  rest satisfies Record<string, never>;
  const conditions = { minSeverity, identityTypes, tags };
  const createdBy = grantor.actor.id;
  const rule = tx.create(AlertRule, { ...input, conditions, id: newId('alr'), createdBy });
  if (inputs.length === 0) return { rule, channels: [], changes: [] };
  // The rows of channels refer to the row of the rule.
  await tx.flush();
  return { rule, ...(await changeChannels(tx, rule, { before: [], inputs }, grantor, parts)) };
}

/**
 * @throws {Failure} ALERT_RULE_NOT_FOUND, PRECONDITION_FAILED; if it tells of less also REAUTHENTICATION_REQUIRED, BOUND_NOT_GRANTABLE;
 * if it has channels also VALIDATION_ERROR, SCOPE_NOT_GRANTABLE, INSUFFICIENT_SCOPE
 */
export async function updateAlertRule(
  tx: Tx,
  id: string,
  { conditions, channels: inputs, ...patch }: Partial<NewAlertRule>,
  grantor: Grantor,
  { parts, ...condition }: IfMatch & { parts: ChannelParts },
): Promise<RuleWithChannels & { changes: FieldChange[] }> {
  const rule = await lockAlertRule(tx, id, condition);
  const before = await listChannels(tx, [id]);
  const changes = assignChanges<
    Omit<NewAlertRule, 'conditions' | 'channels'> & { conditions: AlertConditions }
  >(rule, { ...patch, ...(conditions ? { conditions: { ...rule.conditions, ...conditions } } : {}) });
  if (before.length > 0 && loosensBy(namesOnly, changes)) {
    // The channels get other alerts, or none (docs/decisions/0015, 0094).
    requireGrantable(grantor, ['alerts.read']);
    await requireMayGiveLasting(tx, grantor);
  } else if (loosensBy(fields, changes)) await requireMayGiveLasting(tx, grantor);
  if (inputs === undefined) return { rule, channels: before, changes };
  const changed = await changeChannels(tx, rule, { before, inputs }, grantor, parts);
  // The version of a rule counts its channels.
  if (changed.changes.length > 0) touch(rule, tenancyOf(tx).now);
  return { rule, channels: changed.channels, changes: [...changes, ...changed.changes] };
}

/** The fields of an alert rule, and which changes tell of less. */
const fields = {
  name: never,
  events: ifLoses,
  enabled: ifOff,
  throttleSeconds: ifHigher,
} satisfies Partial<Record<keyof NewAlertRule, Loosens>>;

/** The fields of an alert rule that do not decide what its channels get. */
const namesOnly = { name: never } satisfies Partial<Record<keyof NewAlertRule, Loosens>>;

/** Its alerts stay, its channels go. @throws {Failure} ALERT_RULE_NOT_FOUND, PRECONDITION_FAILED, SCOPE_NOT_GRANTABLE */
export async function deleteAlertRule(
  tx: Tx,
  id: string,
  condition: IfMatch,
  grantor: Grantor,
): Promise<AlertRule> {
  const rule = await lockAlertRule(tx, id, condition);
  // The foreign key removes the channels.
  if ((await listChannels(tx, [id])).length > 0) requireMayEnd(grantor, ['alerts.read']);
  tx.remove(rule);
  return rule;
}

const lockAlertRule = (tx: Tx, id: string, condition: IfMatch): Promise<AlertRule> =>
  lockForChange(tx, AlertRule, id, condition, 'ALERT_RULE_NOT_FOUND');
