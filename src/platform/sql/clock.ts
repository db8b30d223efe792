import { type Shared, sql, type Sql } from '../../lib/sql.ts';

/** The columns that the first statement of a piece of work reads at least. */
export interface Clock {
  now: string | Date;
  /** Null if there is no such tenant. */
  environment?: 'live' | 'test' | 'suspended' | null;
}

/** The columns of {@link Clock}, for a tenant. */
export const clockColumns = (orgId: string | Shared): Sql =>
  sql`date_trunc('milliseconds', now()) as now,
       (select case when suspended_at is null then environment else 'suspended' end from tenants where id = ${orgId}) as environment`;
