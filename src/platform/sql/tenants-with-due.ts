/** Rows that are due: of a table, found by the index on a time, if they meet a condition. */
export type Due = readonly [table: string, time: string, condition: string];

/** Rows that one look reads of each kind, the earliest first. */
const mostRead = 10_000;

/**
 * Selects the tenants that have something due. If more than `limit` rows of a kind are due, the next look finds the other tenants: the
 * caller ends all that is due in those that it found.
 *
 * Each part walks its index. Without the order and the limit, Postgres expects many due rows, because it also counts those that were due
 * long ago and are done. With ten million rows it then reads the whole table.
 */
export const tenantsWithDue = (kinds: readonly Due[], limit = mostRead): string => `
select t.id as "orgId", t.environment
  from tenants t
 where t.id in (${kinds
   .map(
     ([table, time, condition]) =>
       `(select org_id from ${table} where ${condition} order by ${time} limit ${limit})`,
   )
   .join(' union ')})
 order by t.id`;
