import { sql, type Sql } from '../../lib/sql.ts';
import type { Tx } from '../../platform/tx.ts';

/** How many one transaction takes. */
const most = 100;

/** Takes documents that are to be read again, and notes that they were tried. Rows that another node holds are left to it. */
export async function takeDueDocuments(tx: Tx, orgId: string): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(take(orgId));
  return rows.map(({ id }) => id);
}

const take = (orgId: string): Sql => sql`
update oidc_clients c set document_tried_at = now()
  from (
    select d.org_id, d.id from oidc_clients d
     where d.org_id = ${orgId} and d.origin = 'METADATA_DOCUMENT'
       and d.document_stale_until between now() - interval '7 days' and now() + interval '12 hours'
       and d.document_tried_at < now() - interval '1 hour'
       and exists (
         select from oidc_consents k
           join oidc_artifacts a on a.org_id = k.org_id and a.user_id = k.user_id and a.client_id = k.client_id
          where k.org_id = d.org_id and k.client_id = d.id and a.model = 'RefreshToken' and a.expires_at > now())
     order by d.document_stale_until limit ${most} for update skip locked) due
 where c.org_id = due.org_id and c.id = due.id
returning c.id`;
