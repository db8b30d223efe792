import { sql, type Sql } from '../../lib/sql.ts';
import type { Severity } from '../severity.ts';
import type { Tx } from '../../platform/tx.ts';

export interface AnomalyToRecord {
  id: string;
  type: string;
  severity: string;
  score: number;
  identityId: string | null;
  credentialId: string | null;
  subject: string;
  description: string;
  evidence: Record<string, unknown>;
  at: Date;
}

/**
 * Records findings, no two of one type, credential and subject; those there is an anomaly of that is not closed are
 * counted there.
 * @returns the ids of the new ones
 */
export async function recordAnomalies(
  tx: Tx,
  orgId: string,
  anomalies: readonly AnomalyToRecord[],
): Promise<Set<string>> {
  const rows = await tx.rows<{ id: string; isNew: boolean }>(recording(orgId, JSON.stringify(anomalies)));
  return new Set(rows.filter(({ isNew }) => isNew).map(({ id }) => id));
}

const recording = (orgId: string, anomalies: string): Sql => sql`
insert into anomalies as a (org_id, id, type, severity, score, identity_id, credential_id, subject, description, evidence,
                            last_seen_at, created_at, updated_at)
select ${orgId}, n.id, n.type, n.severity, n.score, n."identityId", n."credentialId", n.subject, left(n.description, 500), n.evidence,
       n.at, n.at, n.at
  from jsonb_to_recordset(${anomalies}::jsonb)
    as n (id text, type text, severity text, score int, "identityId" text, "credentialId" text, subject text,
          description text, evidence jsonb, at timestamptz)
 order by n.type, n."credentialId", n.subject
on conflict (org_id, type, (coalesce(credential_id, '')), subject) where status in ('OPEN', 'ACKNOWLEDGED') do update
  set occurrences = a.occurrences + 1, last_seen_at = greatest(a.last_seen_at, excluded.last_seen_at)
returning a.id, a.xmax = 0 as "isNew"`;

/** An alert to raise; no two have the same rule and subject. */
export interface AlertToRaise {
  id: string;
  ruleId: string | null;
  subject: string;
  title: string;
  severity: Severity;
  sourceType: string;
  sourceId: string | null;
  identityId: string | null;
  description: string;
  count: number;
  throttleSeconds: number;
}

export interface CountedAlert {
  /** The {@link AlertToRaise.id} of the alert. */
  raised: string;
  id: string;
  /** Whether the alert is not resolved and matters more than it did. */
  graver: boolean;
  severity: Severity;
}

/** Counts what there is an alert of already: one that is not resolved, or one that is too young for another. */
export async function countAlerts(
  tx: Tx,
  orgId: string,
  alerts: readonly AlertToRaise[],
): Promise<CountedAlert[]> {
  return tx.rows<CountedAlert>(countingOf(orgId, JSON.stringify(alerts)));
}

/** Makes alerts. @returns the ids of those that are new; another transaction may just have made one of the same subject */
export async function insertAlerts(
  tx: Tx,
  orgId: string,
  now: Date,
  alerts: readonly AlertToRaise[],
): Promise<Set<string>> {
  if (alerts.length === 0) return new Set();
  const rows = await tx.rows<{ id: string; isNew: boolean }>(
    insertOf(orgId, now.toISOString(), JSON.stringify(alerts)),
  );
  return new Set(rows.filter(({ isNew }) => isNew).map(({ id }) => id));
}

const recordOf = (alerts: string): Sql => sql`jsonb_to_recordset(${alerts}::jsonb)
    as n (id text, "ruleId" text, subject text, title text, severity text, "sourceType" text, "sourceId" text,
          "identityId" text, description text, count bigint, "throttleSeconds" int)`;

const rank = (severity: Sql): Sql =>
  sql`array_position(array['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'], ${severity})`;

const countingOf = (orgId: string, alerts: string): Sql => sql`
with raised as materialized (
  select * from ${recordOf(alerts)}
), held as materialized (
  select r.*, a.id as alert_id, a.severity as severity_before
    from raised r
   cross join lateral (
     select a.id, a.severity from alerts a
      where a.org_id = ${orgId} and coalesce(a.rule_id, '') = coalesce(r."ruleId", '') and a.subject = r.subject
        and (a.status <> 'RESOLVED' or a.created_at > now() - r."throttleSeconds" * interval '1 second')
      order by a.status = 'RESOLVED', a.created_at desc limit 1
        for no key update) as a
)
update alerts a
   set count = a.count + h.count, last_triggered_at = now(),
       severity = case when ${rank(sql`h.severity`)} > ${rank(sql`a.severity`)} then h.severity else a.severity end
  from held h where a.org_id = ${orgId} and a.id = h.alert_id
returning h.id as raised, a.id, a.severity,
          a.status <> 'RESOLVED' and a.severity <> h.severity_before as graver`;

const insertOf = (orgId: string, time: string, alerts: string): Sql => sql`
insert into alerts as a (org_id, id, rule_id, subject, title, severity, source_type, source_id, identity_id, description,
                         count, last_triggered_at, created_at, updated_at)
select ${orgId}, n.id, n."ruleId", n.subject, left(n.title, 200), n.severity, n."sourceType", n."sourceId", n."identityId",
       left(n.description, 1000), n.count, ${time}::timestamptz, ${time}::timestamptz, ${time}::timestamptz
  from ${recordOf(alerts)}
 order by n."ruleId", n.subject
on conflict (org_id, (coalesce(rule_id, '')), subject) where status <> 'RESOLVED' do update
  set count = a.count + excluded.count, last_triggered_at = excluded.last_triggered_at
returning a.id, a.xmax = 0 as "isNew"`;
