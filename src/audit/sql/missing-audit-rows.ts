import type { EntityManager } from '@mikro-orm/postgresql';

/** What waits for a seal and is not there any more; it can never be sealed. */
export async function missingAuditRows(em: EntityManager, orgId: string, most: number): Promise<string[]> {
  const rows = await em.execute<{ id: string }[]>(text, [orgId, most]);
  return rows.map(({ id }) => id);
}

const text = `
select u.audit_id as id from audit_unsealed u
 where u.org_id = ? and not exists (
   select from audit_logs a where a.org_id = u.org_id and a.id = u.audit_id and a.created_at = u.created_at)
 order by u.created_at, u.audit_id limit ?`;
