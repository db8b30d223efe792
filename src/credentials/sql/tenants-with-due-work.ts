import type { Pool } from 'pg';
import type { Tenant } from '../../platform/tenancy.ts';

/** The tenants in which something has passed its time. */
export async function tenantsWithDueWork(pool: Pool): Promise<Tenant[]> {
  const { rows } = await pool.query<Tenant>({ name: 'tenants-with-due-work', text });
  return rows;
}

const text = `
select t.id as "orgId", t.environment
  from tenants t
 where t.id in (
   select org_id from credentials where expires_at <= now() and status in ('ACTIVE', 'SUSPENDED')
   union
   select org_id from credentials where previous_expires_at <= now()
   union
   select org_id from credentials where expiry_notice_at <= now() and status = 'ACTIVE' and expires_at > now()
   union
   select org_id from credentials
    where expiry_notice_at is null and status = 'ACTIVE' and expires_at > now() + interval '24 hours'
   union
   select org_id from identities where expires_at <= now() and status <> 'REVOKED')`;
