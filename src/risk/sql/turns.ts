import type { EntityManager } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import type { Tenant } from '../../platform/tenancy.ts';

/** Lists the tenants with events to follow now, with uses to judge, or with identities. */
export async function tenantsWithRowsIn(
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

/**
 * Tells whether the transaction may do this work for the tenant: one transaction at a time does, until it ends. The
 * others need not wait, because the one that does the work does all of it.
 */
export async function takeTurn(
  em: EntityManager,
  orgId: string,
  work: 'detect' | 'follow',
): Promise<boolean> {
  const [row] = await em.execute<{ taken: boolean }[]>(
    'select pg_try_advisory_xact_lock(hashtext(?), hashtext(?)) as taken',
    [`keyward.${work}`, orgId],
  );
  return row?.taken ?? false;
}
