import { sql } from '../../../lib/sql.ts';
import type { Tx } from '../../../platform/tx.ts';

/** Whether an identity of the tenant that is not revoked trusts tokens of an issuer for a workload. */
export async function isWorkloadIssuer(tx: Tx, orgId: string, issuer: string): Promise<boolean> {
  const rule = JSON.stringify([{ issuer }]);
  return tx.has(sql`
select 1 as found from identities
 where org_id = ${orgId} and deleted_at is null and status <> 'REVOKED' and federated_subjects @> ${rule}::jsonb
 limit 1`);
}
