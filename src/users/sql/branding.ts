import type { Pool } from 'pg';
import { type Branding, type SetOf, withDefaults } from '../../lib/auth-config.ts';

/** What the pages of a tenant look like; undefined when there is no such tenant. */
export async function findBranding(pool: Pool, orgId: string): Promise<Branding | undefined> {
  const { rows } = await pool.query<{ name: string; settings: SetOf<'branding'> | null }>({
    name: 'find-branding',
    text,
    values: [orgId],
  });
  const [row] = rows;
  return row && withDefaults.branding(row.settings ?? {}, row.name);
}

const text = `
select t.name, c.settings
  from tenants t left join auth_configs c on c.org_id = t.id and c.name = 'branding'
 where t.id = $1`;
