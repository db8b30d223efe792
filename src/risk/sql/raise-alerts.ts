import type { EntityManager } from '@mikro-orm/postgresql';
import type { Severity } from '../severity.ts';

/** What an alert is to be raised for; no two of one rule and subject. */
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
  /** Of {@link AlertToRaise.id}. */
  raised: string;
  id: string;
  /** Whether the alert is not resolved and matters more than it did. */
  graver: boolean;
  severity: Severity;
}

/** Counts what there is an alert of already: one that is not resolved, or one that is too young for another. */
export async function countAlerts(
  em: EntityManager,
  orgId: string,
  alerts: readonly AlertToRaise[],
): Promise<CountedAlert[]> {
  return em.execute<CountedAlert[]>(countText, [JSON.stringify(alerts), orgId, orgId]);
}

/** Makes alerts. @returns the ids of those that are new; another transaction may just have made one of the same subject */
export async function insertAlerts(
  em: EntityManager,
  orgId: string,
  now: Date,
  alerts: readonly AlertToRaise[],
): Promise<Set<string>> {
  if (alerts.length === 0) return new Set();
  const time = now.toISOString();
  const rows = await em.execute<{ id: string; isNew: boolean }[]>(insertText, [
    orgId,
    time,
    time,
    time,
    JSON.stringify(alerts),
  ]);
  return new Set(rows.filter(({ isNew }) => isNew).map(({ id }) => id));
}

const record = `jsonb_to_recordset(?::jsonb)
    as n (id text, "ruleId" text, subject text, title text, severity text, "sourceType" text, "sourceId" text,
          "identityId" text, description text, count bigint, "throttleSeconds" int)`;

const rank = (severity: string): string =>
  `array_position(array['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'], ${severity})`;

const countText = `
with raised as materialized (
  select * from ${record}
), held as materialized (
  select r.*, a.id as alert_id, a.severity as severity_before
    from raised r
   cross join lateral (
     select a.id, a.severity from alerts a
      where a.org_id = ? and coalesce(a.rule_id, '') = coalesce(r."ruleId", '') and a.subject = r.subject
        and (a.status <> 'RESOLVED' or a.created_at > now() - r."throttleSeconds" * interval '1 second')
      order by a.status = 'RESOLVED', a.created_at desc limit 1
        for no key update) as a
)
update alerts a
   set count = a.count + h.count, last_triggered_at = now(),
       severity = case when ${rank('h.severity')} > ${rank('a.severity')} then h.severity else a.severity end
  from held h where a.org_id = ? and a.id = h.alert_id
returning h.id as raised, a.id, a.severity,
          a.status <> 'RESOLVED' and a.severity <> h.severity_before as graver`;

const insertText = `
insert into alerts as a (org_id, id, rule_id, subject, title, severity, source_type, source_id, identity_id, description,
                         count, last_triggered_at, created_at, updated_at)
select ?, n.id, n."ruleId", n.subject, left(n.title, 200), n.severity, n."sourceType", n."sourceId", n."identityId",
       left(n.description, 1000), n.count, ?::timestamptz, ?::timestamptz, ?::timestamptz
  from ${record}
 order by n."ruleId", n.subject
on conflict (org_id, (coalesce(rule_id, '')), subject) where status <> 'RESOLVED' do update
  set count = a.count + excluded.count, last_triggered_at = excluded.last_triggered_at
returning a.id, a.xmax = 0 as "isNew"`;
