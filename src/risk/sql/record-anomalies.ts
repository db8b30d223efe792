import type { EntityManager } from '@mikro-orm/postgresql';

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
  em: EntityManager,
  orgId: string,
  anomalies: readonly AnomalyToRecord[],
): Promise<Set<string>> {
  const rows = await em.execute<{ id: string; isNew: boolean }[]>(text, [orgId, JSON.stringify(anomalies)]);
  return new Set(rows.filter(({ isNew }) => isNew).map(({ id }) => id));
}

const text = `
insert into anomalies as a (org_id, id, type, severity, score, identity_id, credential_id, subject, description, evidence,
                            last_seen_at, created_at, updated_at)
select ?, n.id, n.type, n.severity, n.score, n."identityId", n."credentialId", n.subject, left(n.description, 500), n.evidence,
       n.at, n.at, n.at
  from jsonb_to_recordset(?::jsonb)
    as n (id text, type text, severity text, score int, "identityId" text, "credentialId" text, subject text,
          description text, evidence jsonb, at timestamptz)
 order by n.type, n."credentialId", n.subject
on conflict (org_id, type, (coalesce(credential_id, '')), subject) where status in ('OPEN', 'ACKNOWLEDGED') do update
  set occurrences = a.occurrences + 1, last_seen_at = greatest(a.last_seen_at, excluded.last_seen_at)
returning a.id, a.xmax = 0 as "isNew"`;
