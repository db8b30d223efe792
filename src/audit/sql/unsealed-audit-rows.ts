import type { EntityManager } from '@mikro-orm/postgresql';
import type { ChainedRow } from '../audit-chain.ts';
import { chainedColumns } from './sealed-audit-rows.ts';

/**
 * The audit rows of a tenant that wait for their seal, the oldest first: of those that are committed now. One that
 * commits later is sealed later, whatever its time.
 */
export const unsealedAuditRows = (em: EntityManager, orgId: string, most: number): Promise<ChainedRow[]> =>
  em.execute<ChainedRow[]>(text, [orgId, most]);

const text = `
select ${chainedColumns}
  from audit_unsealed u
  cross join lateral (
    select * from audit_logs l
     where l.org_id = u.org_id and l.id = u.audit_id and l.created_at = u.created_at limit 1) as a
 where u.org_id = ? order by u.created_at, u.audit_id limit ?`;
