import { sql, type Sql } from '../../lib/sql.ts';

/** A table with an index that begins with `org_id`. */
type Held = 'audit_unsealed' | 'governance_inbox' | 'usage_digest';

/**
 * Returns the tenants with rows in a table as the recursive query `holders`. Each tenant costs one step in the index, however many
 * rows it has, and a tenant without rows costs nothing.
 */
export const holdersIn = (table: Held): Sql =>
  sql.raw(`holders as (
  (select x.org_id from ${table} x order by x.org_id limit 1)
  union all
  select next.org_id
    from holders h, lateral (
      select x.org_id from ${table} x where x.org_id > h.org_id order by x.org_id limit 1) as next
)`);

/** Selects the tenants of a query that has `org_id`. `offset 0` keeps Postgres from reading all tenants to join them. */
export const tenantsOf = (query: Sql, condition = sql`true`): Sql => sql`
select t.id as "orgId", t.environment
  from ${query} q cross join lateral (select id, environment from tenants where id = q.org_id offset 0) as t
 where ${condition}`;
