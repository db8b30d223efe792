import type { Pool } from 'pg';
import type { Tenant } from '../../platform/tenancy.ts';

/** The tenants that have audit rows without a seal, or seals that no checkpoint signs and one is due. */
export async function tenantsWithUnsealedAudit(pool: Pool): Promise<Tenant[]> {
  const { rows } = await pool.query<Tenant>({ name: 'tenants-with-unsealed-audit', text });
  return rows;
}

// Tenant by tenant through the index, however many rows one of them has.
const text = `
select t.id as "orgId", t.environment
  from tenants t
 where exists (select from audit_unsealed u where u.org_id = t.id)
    or exists (select from audit_chains c where c.org_id = t.id and c.sequence > c.checkpoint_sequence
                  and coalesce(c.checkpoint_at, '-infinity') < now() - interval '1 minute')`;
