import { sql, type Sql } from '../../../lib/sql.ts';
import type { Tx } from '../../../platform/tx.ts';

/** The numbers of decisions on a day, in UTC. */
export interface AccessDay {
  day: string;
  allowed: number;
  blocked: number;
  asked: number;
  reported: number;
}

/**
 * The days of the last 30 on which something was counted, the oldest first.
 * @param policyId the policy that is counted; undefined for the sums of all, and of what no policy decided
 */
export function accessDays(tx: Tx, orgId: string, policyId: string | undefined): Promise<AccessDay[]> {
  return tx.rows<AccessDay>(sums(orgId, policyId ?? null));
}

const sums = (orgId: string, policyId: string | null): Sql => sql`
select to_char(day, 'YYYY-MM-DD') as day, sum(allowed)::float8 as allowed, sum(blocked)::float8 as blocked,
       sum(asked)::float8 as asked, sum(reported)::float8 as reported
  from access_policy_days
 where org_id = ${orgId} and day > (now() at time zone 'UTC')::date - 31
   and (${policyId}::text is null or policy_id = ${policyId}::text)
 group by day order by day`;
