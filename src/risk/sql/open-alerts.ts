import { sql, type Sql } from '../../lib/sql.ts';
import type { Severity } from '../severity.ts';
import type { Tx } from '../../platform/tx.ts';

export interface OpenAlerts {
  bySeverity: Record<Severity, number>;
  isCapped: boolean;
}

/** Counts open alerts of a tenant by severity. The index has no resolved alert, so `most` rows are read, or one more. */
export async function countOpenAlerts(tx: Tx, orgId: string, most: number): Promise<OpenAlerts> {
  const row = await tx.row<Record<Severity, number> & { isCapped: boolean }>(open(orgId, most));
  if (!row) throw new Error('an aggregate has one row');
  const { isCapped, ...bySeverity } = row;
  return { bySeverity, isCapped };
}

const open = (orgId: string, most: number): Sql => sql`
with unresolved as (
  select status, severity from alerts where org_id = ${orgId} and status <> 'RESOLVED' limit ${most}::int + 1
)
select count(*) filter (where status = 'OPEN' and severity = 'LOW')::int as "LOW",
       count(*) filter (where status = 'OPEN' and severity = 'MEDIUM')::int as "MEDIUM",
       count(*) filter (where status = 'OPEN' and severity = 'HIGH')::int as "HIGH",
       count(*) filter (where status = 'OPEN' and severity = 'CRITICAL')::int as "CRITICAL",
       count(*) > ${most}::int as "isCapped"
  from unresolved`;
