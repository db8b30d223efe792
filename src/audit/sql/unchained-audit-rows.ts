import type { EntityManager } from '@mikro-orm/postgresql';

/** The times between which to look, each included; open where it is null. */
export interface AuditSpan {
  from: string | null;
  to: string | null;
}

/** The audit rows of a time that have no seal and do not wait for one: nobody wrote them with the service. */
export async function unchainedAuditRows(
  em: EntityManager,
  orgId: string,
  { from, to }: AuditSpan,
  most: number,
): Promise<string[]> {
  const rows = await em.execute<{ id: string }[]>(text, [orgId, from ?? '-infinity', to ?? 'infinity', most]);
  return rows.map(({ id }) => id);
}

const text = `
select a.id from audit_logs a
 where a.org_id = ? and a.created_at >= ?::timestamptz and a.created_at <= ?::timestamptz
   and not exists (
     select from audit_seals s
      where s.org_id = a.org_id and s.audit_id = a.id and s.audit_created_at = a.created_at)
   and not exists (
     select from audit_unsealed u
      where u.org_id = a.org_id and u.created_at = a.created_at and u.audit_id = a.id)
 order by a.created_at, a.id limit ?`;
