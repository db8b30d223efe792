import { sql } from '../../lib/sql.ts';
import { resourceKey } from '../../lib/resource-key.ts';
import type { Tx } from '../../platform/tx.ts';

/** Whether a tenant has a resource with this identifier, with or without a slash at its end. */
export async function isResource(tx: Tx, orgId: string, identifier: string): Promise<boolean> {
  const rows = await tx.rows(sql`
select 1 from oidc_resources
 where org_id = ${orgId} and regexp_replace(identifier, '/$', '') = regexp_replace(${identifier}, '/$', '')`);
  return rows.length > 0;
}

/** Whether a client of the tenant lists a resource, with or without a slash at its end, as one that it asks tokens for, or that it serves. */
export async function isListedByClient(
  tx: Tx,
  { orgId, identifier }: { orgId: string; identifier: string },
): Promise<boolean> {
  const key = resourceKey(identifier);
  const spellings = [key, `${key}/`];
  const rows = await tx.rows(sql`
select 1 from oidc_clients
 where org_id = ${orgId} and (resources && ${spellings}::text[] or served_resources && ${spellings}::text[])
 limit 1`);
  return rows.length > 0;
}
