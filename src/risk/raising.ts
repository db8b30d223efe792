import { AlertRule, type AlertTrigger } from './entities/alert.ts';
import { Identity } from '../credentials/entities/identity.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import { emit } from '../platform/events.ts';
import type { Tx } from '../platform/tx.ts';
import { cut } from '../lib/cut.ts';
import { newId } from '../lib/id.ts';
import type { AlertTitle } from './alert-titles.ts';
import { atLeast, graver, type Severity } from './severity.ts';
import { oweAlerts } from './channels/owing.ts';
import { type AlertToRaise, countAlerts, insertAlerts } from './sql/anomalies-and-alerts.ts';

/** Something that may be worth an alert. */
export interface Occurrence {
  trigger: AlertTrigger;
  /** Whether it raises one without a rule as well. */
  always: boolean;
  /** The subject of the alert. If the same happens to the same subject again, the present alert counts it. */
  subject: string;
  severity: Severity;
  title: AlertTitle;
  description: string;
  source: { type: string; id: string | null };
  identityId: string | null;
  /** How often, where one event stands for several. */
  count?: number;
}

/**
 * Raises the alerts that occurrences ask for, by rules and without: one for each rule and subject however many there are,
 * and none while there is one that is not resolved. One that gets graver is told again. An alert raises no alert: nothing
 * follows `alert.triggered`.
 */
export async function raiseAlerts(tx: Tx, occurrences: readonly Occurrence[]): Promise<void> {
  if (occurrences.length === 0) return;
  const { orgId, now } = tenancyOf(tx);
  const alerts = await wanted(tx, occurrences);
  if (alerts.length === 0) return;
  const counted = await countAlerts(tx, orgId, alerts);
  const known = new Map(counted.map((one) => [one.raised, one]));
  const missing = alerts.filter(({ id }) => !known.has(id));
  const made = await insertAlerts(tx, orgId, now, missing);
  const told = alerts.flatMap((alert) => {
    if (made.has(alert.id)) return [alert];
    const one = known.get(alert.id);
    return one?.graver ? [{ ...alert, id: one.id, severity: one.severity }] : [];
  });
  await oweAlerts(tx, told);
  await emit(
    tx,
    told.map(({ id, ruleId, title, severity, sourceType, sourceId, identityId, description }) => ({
      type: 'alert.triggered',
      data: {
        alertId: id,
        ruleId,
        title: cut(title, 200),
        severity,
        source: { type: sourceType, id: sourceId },
        identityId,
        description: cut(description, 1000),
        triggeredAt: now.toISOString(),
      },
    })),
  );
}

async function wanted(tx: Tx, occurrences: readonly Occurrence[]): Promise<AlertToRaise[]> {
  const triggers = [...new Set(occurrences.map(({ trigger }) => trigger))];
  const rules = await tx.find(AlertRule, { enabled: true, events: { $overlap: triggers } });
  const identities = await identitiesFor(tx, rules, occurrences);
  const alerts = new Map<string, AlertToRaise>();
  const add = (occurrence: Occurrence, ruleId: string | null, throttleSeconds: number): void => {
    const { subject, title, severity, source, identityId, description, count = 1 } = occurrence;
    const key = `${ruleId ?? ''}\n${subject}`;
    const before = alerts.get(key);
    if (before) {
      before.count += count;
      before.severity = graver(before.severity, severity);
      return;
    }
    const about = { sourceType: source.type, sourceId: source.id, identityId };
    alerts.set(key, {
      id: newId('alt'),
      ruleId,
      subject,
      title,
      severity,
      ...about,
      description,
      count,
      throttleSeconds,
    });
  };
  for (const occurrence of occurrences) {
    if (occurrence.always) add(occurrence, null, 0);
    for (const rule of rules)
      if (fits(rule, occurrence, identities)) add(occurrence, rule.id, rule.throttleSeconds);
  }
  return [...alerts.values()];
}

async function identitiesFor(
  tx: Tx,
  rules: readonly AlertRule[],
  occurrences: readonly Occurrence[],
): Promise<Map<string, Identity>> {
  if (!rules.some(({ conditions }) => conditions.identityTypes ?? conditions.tags)) return new Map();
  const ids = new Set(occurrences.flatMap(({ identityId }) => (identityId === null ? [] : [identityId])));
  const rows = await tx.find(Identity, { id: { $in: [...ids] } }, { filters: { present: false } });
  return new Map(rows.map((identity) => [identity.id, identity]));
}

function fits(
  { events, conditions: { minSeverity, identityTypes, tags } }: AlertRule,
  { trigger, severity, identityId }: Occurrence,
  identities: ReadonlyMap<string, Identity>,
): boolean {
  if (!events.includes(trigger) || !atLeast(severity, minSeverity)) return false;
  if (identityTypes === null && tags === null) return true;
  const identity = identityId === null ? undefined : identities.get(identityId);
  if (!identity) return false;
  const typeFits = identityTypes === null || identityTypes.includes(identity.type);
  return typeFits && (tags === null || tags.some((tag) => identity.tags.includes(tag)));
}
