import type { Pool } from 'pg';
import { named, numbered, sql, type Sql } from '../../lib/sql.ts';

/** The identity assertions of a tenant: whether it accepts those of a connection, and whether a client may get some. */
interface OfferedAssertions {
  accepts: boolean;
  issues: boolean;
}

/** Reads which identity assertions a tenant offers now. */
export async function findOfferedAssertions(pool: Pool, orgId: string): Promise<OfferedAssertions> {
  const { rows } = await pool.query<OfferedAssertions>(
    numbered(named('find-offered-assertions', offered(orgId))),
  );
  return rows[0] ?? { accepts: false, issues: false };
}

const offered = (orgId: string): Sql => sql`
select exists (select from federation_connections
                where org_id = t.id and accept_assertions and status = 'ACTIVE') as accepts,
       exists (select from oidc_clients
                where org_id = t.id and assertion_audiences <> '[]'::jsonb and status = 'ACTIVE') as issues
  from tenants t where t.id = ${orgId}`;
