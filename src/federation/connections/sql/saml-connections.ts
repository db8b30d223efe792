import { type Sql, sql } from '../../../lib/sql.ts';
import type { Tx } from '../../../platform/tx.ts';

/**
 * Takes the turn to read the metadata because of a response with an unknown key. Anyone can send such a response, so a connection
 * has one turn in five minutes.
 * @returns whether the metadata may be read now
 */
export async function takeTurnToAsk(tx: Tx, orgId: string, id: string): Promise<boolean> {
  return tx.has(take(orgId, id));
}

const take = (orgId: string, id: string): Sql => sql`
update federation_connections set metadata_asked_at = now()
 where org_id = ${orgId} and id = ${id} and type = 'SAML' and status = 'ACTIVE' and metadata_url is not null
   and (metadata_asked_at is null or metadata_asked_at <= now() - interval '5 minutes')
returning 1 as taken`;
