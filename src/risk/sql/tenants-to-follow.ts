import type { Pool } from 'pg';
import type { Tenant } from '../../platform/tenancy.ts';

/** The tenants with events that nobody has followed yet, with uses that nobody has judged yet, or all. */
export async function tenantsToFollow(
  pool: Pool,
  what: 'governance_inbox' | 'usage_digest' | 'identities',
): Promise<Tenant[]> {
  const due = what === 'governance_inbox' ? 'and w.due_at <= now()' : '';
  const { rows } = await pool.query<Tenant>(
    `select t.id as "orgId", t.environment from tenants t
      where exists (select from ${what} w where w.org_id = t.id ${due}) order by t.id`,
  );
  return rows;
}
